import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironmentSettings } from './environment-settings.ts';
import { SettingsError } from './settings-error.ts';

const store = { kind: 'folder', folder: 'dist/releases' };
const environments: Record<string, object> = {
  local: { store, overrides: { roles: ['admin'], origins: ['http://localhost:*'] } },
  staging: {
    store,
    remoteOrigins: ['https://cdn.example'],
    overrides: { roles: ['admin'], origins: ['http://localhost:*'] },
  },
  production: { store: { kind: 'folder', folder: '/srv/releases' } },
  hosted: {
    store: { kind: 'supabase', url: 'https://project.supabase.example/', bucket: 'parts' },
  },
};

describe('the served environment', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'homie-environments-'));
    await mkdir(join(root, 'environments'));
    for (const [name, description] of Object.entries(environments))
      await writeFile(join(root, `environments/${name}.json`), JSON.stringify(description));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const read = (variables: Readonly<Record<string, string | undefined>>) =>
    readEnvironmentSettings(root, (name) => variables[name]);

  test('is read from its file', () => {
    expect(read({ HOMIE_ENVIRONMENT: 'staging' })).toEqual({
      remotesDir: join(root, 'dist/releases/remotes'),
      manifestFile: join(root, 'dist/releases/environments/staging/remotes.json'),
      environmentsDir: join(root, 'dist/releases/environments'),
      shells: {
        statement: join(root, 'dist/releases/environments/staging/shell.json'),
        folder: join(root, 'dist/releases/shells'),
      },
      rules: {
        name: 'staging',
        others: ['local'],
        remoteOrigins: ['https://cdn.example'],
        requireIntegrity: true,
        overrides: { roles: ['admin'], origins: ['http://localhost:*'] },
      },
    });
  });

  test('has no overrides in production, unless it is named and defines some', () => {
    const { overrides } = environments['staging'] as { overrides: object };
    const production = (variables: Readonly<Record<string, string>>) =>
      readEnvironmentSettings(root, (name) => variables[name], true).rules?.overrides;
    expect(read({}).rules?.overrides).toEqual(overrides);
    expect(production({})).toBeNull();
    expect(production({ HOMIE_ENVIRONMENT: 'local' })).toBeNull();
    expect(production({ HOMIE_ENVIRONMENT: 'staging' })).toEqual(overrides);
  });

  test('is overridden by environment variables', () => {
    const { manifestFile, rules } = read({
      HOMIE_RELEASES: '/data/releases',
      HOMIE_REMOTE_ORIGINS: 'http://127.0.0.1:4301, https://b.example/',
      HOMIE_REQUIRE_INTEGRITY: 'false',
    });
    expect(manifestFile).toBe('/data/releases/environments/local/remotes.json');
    expect(rules).toMatchObject({
      remoteOrigins: ['http://127.0.0.1:4301', 'https://b.example'],
      requireIntegrity: false,
    });
  });

  test('is read from the public folder of its bucket, whose origin is then allowed for scripts', () => {
    const place = 'https://project.supabase.example/storage/v1/object/public/parts/environments';
    expect(read({ HOMIE_ENVIRONMENT: 'hosted' })).toMatchObject({
      manifestFile: `${place}/hosted/remotes.json`,
      environmentsDir: place,
      rules: { others: [], remoteOrigins: ['https://project.supabase.example'] },
    });
  });

  test('has the configured shell instead of the released one', () => {
    expect(read({ HOMIE_SHELL_DIR: '/srv/shell' })).not.toHaveProperty('shells');
  });

  test.each([
    { HOMIE_ENVIRONMENT: 'nowhere' },
    { HOMIE_ENVIRONMENT: '../environments/local' },
    { HOMIE_REMOTE_ORIGINS: 'https://a.example/remotes' },
    { HOMIE_REMOTE_ORIGINS: 'https://*' },
    { HOMIE_REMOTE_ORIGINS: 'https://user:secret@a.example' },
    { HOMIE_REMOTE_ORIGINS: "https://a.example 'unsafe-inline'" },
    { HOMIE_REMOTE_ORIGINS: 'data:' },
    { HOMIE_REQUIRE_INTEGRITY: 'perhaps' },
  ])('is refused if it is invalid: %o', (variables) => {
    expect(() => read(variables)).toThrow(SettingsError);
  });

  test('adds only origins to the content security policy of pages', async () => {
    const sly = { store, remoteOrigins: ["https://cdn.example; script-src 'unsafe-eval'"] };
    await writeFile(join(root, 'environments/sly.json'), JSON.stringify(sly));
    expect(() => read({ HOMIE_ENVIRONMENT: 'sly' })).toThrow('cannot be meant');
  });
});
