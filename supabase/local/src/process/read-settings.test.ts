import { describe, expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';
import { SettingsError } from './settings-error.ts';

const read = (environment: Record<string, string> = {}, ...flags: string[]) =>
  readSettings('/root', environment, flags);

describe('settings', () => {
  test('by default the product runs on this computer alone, embedded and seeded', () => {
    const { backend, reset, seeded } = read();
    expect(backend).toMatchObject({
      host: '127.0.0.1',
      port: 4200,
      dataDir: '/root/.homie',
      migrationsDir: '/root/supabase/migrations',
      seedDir: '/root/supabase/seed',
      corsOrigins: [],
      trustedProxies: [],
      demoMode: true,
    });
    expect(backend.databaseUrl).toBeUndefined();
    expect([reset, seeded]).toEqual([false, true]);
  });

  test('a database of its own is not seeded unless asked', () => {
    const environment = { DATABASE_URL: 'postgres://localhost/homie' };
    expect(read(environment).seeded).toBe(false);
    expect(read(environment).backend.seedDir).toBeUndefined();
    expect(read({ ...environment, HOMIE_SEED: 'true' }).seeded).toBe(true);
  });

  test('lists are split, origins checked', () => {
    const { backend } = read({
      HOMIE_CORS_ORIGINS: 'https://a.example, https://b.example',
      HOMIE_TRUSTED_PROXIES: '10.0.0.1',
      HOMIE_SITE_URL: 'https://homie.example/',
    });
    expect(backend.corsOrigins).toEqual(['https://a.example', 'https://b.example']);
    expect(backend.trustedProxies).toEqual(['10.0.0.1']);
    expect(backend.siteUrl).toBe('https://homie.example');
  });

  test('whether mails are shown is left to the address unless it is said', () => {
    expect(read().backend.mailbox).toBeUndefined();
    expect(read({ HOMIE_MAILBOX: '' }).backend.mailbox).toBeUndefined();
    expect(read({ HOMIE_MAILBOX: 'true' }).backend.mailbox).toBe(true);
    expect(read({ HOMIE_MAILBOX: 'false' }).backend.mailbox).toBe(false);
  });

  test('a virus scanner is handed on to the scan', () => {
    expect(read().backend.functionSettings?.clamav).toBeUndefined();
    expect(read({ CLAMAV_HOST: 'clamav' }).backend.functionSettings?.clamav).toEqual({
      host: 'clamav',
      port: 3310,
    });
    expect(() => read({ CLAMAV_HOST: 'tcp://clamav' })).toThrow(SettingsError);
  });

  test('a provider that is connected turns the demo’s badge off, unless it is said', () => {
    expect(read().backend.functionSettings?.ai).toEqual({ kind: 'demo' });
    const environment = { AI_API_KEY: 'sk-hidden' };
    expect(read(environment).backend.functionSettings?.ai).toEqual({
      kind: 'responses',
      apiKey: 'sk-hidden',
    });
    expect(read(environment).backend.demoMode).toBe(false);
    expect(read({ ...environment, HOMIE_DEMO_MODE: 'true' }).backend.demoMode).toBe(true);
    expect(read({ ...environment, AI_PROVIDER: 'demo' }).backend.demoMode).toBe(true);
  });

  test('--reset is read', () => {
    expect(read({}, '--reset').reset).toBe(true);
  });

  test.each([
    [{ PORT: 'x' }, /PORT must be a whole number/],
    [{ PORT: '70000' }, /PORT must be between/],
    [{ HOMIE_SEED: 'perhaps' }, /HOMIE_SEED must be true or false/],
    [{ HOMIE_MAILBOX: 'yes' }, /HOMIE_MAILBOX must be true or false/],
    [{ HOMIE_SITE_URL: 'homie.example' }, /HOMIE_SITE_URL/],
    [{ HOMIE_SITE_URL: 'https://homie.example/path' }, /HOMIE_SITE_URL/],
    [{ HOMIE_TRUSTED_PROXIES: 'proxy.example' }, /HOMIE_TRUSTED_PROXIES/],
    [{ DATABASE_URL: 'mysql://homie:hidden@localhost/homie' }, /DATABASE_URL must be of the form/],
    [{ DATABASE_URL: 'homie:hidden' }, /DATABASE_URL must be of the form/],
    [{ DATABASE_URL: 'postgres://homie:hid den@/x y:z' }, /DATABASE_URL must be of the form/],
    [{ AI_PROVIDER: 'responses' }, /set AI_API_KEY .* or AI_BASE_URL/],
    [{ HOMIE_CORS_ORIGINS: '*' }, /HOMIE_CORS_ORIGINS/],
    [{ HOMIE_CORS_ORIGINS: 'file:///etc' }, /HOMIE_CORS_ORIGINS/],
  ])('%o is refused by name', (environment, message) => {
    expect(() => read(environment)).toThrow(SettingsError);
    expect(() => read(environment)).toThrow(message);
  });

  test('a refused database is not repeated: it holds a password', () => {
    for (const DATABASE_URL of ['mysql://homie:hidden@localhost/homie', 'homie:hidden'])
      expect(() => read({ DATABASE_URL })).not.toThrow(/hidden/);
  });

  test('an unknown flag is refused', () => {
    expect(() => read({}, '--rest')).toThrow(SettingsError);
  });
});
