import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSources } from '../../../.config/sources.mjs';
import { manifestSchema } from '../../../libs/composition/src/manifest/manifest-schema.ts';
import { root } from '../../steps/run.mjs';
import { hashAccount } from '../manifest/changes.mjs';
import { packageVersion } from '../build/remotes.mjs';
import { getSbomPath } from '../build/sbom.mjs';
import { commandLine, provides } from '../testing/command-line.mjs';

/** @returns {Record<string, { name?: string, version?: string, dev?: boolean, link?: boolean }>} */
const lockedPackages = () =>
  JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;

/** @type {import('../testing/command-line.mjs').CommandLine} */
let line;
/** @type {string[]} */
const versions = [];
beforeAll(async () => {
  line = await commandLine();
  for (const text of ['one', 'two', 'three']) {
    await succeed('release', 'chat --env staging --build', await line.build('chat', text));
    versions.push((await chat('staging')).version);
  }
});
afterAll(() => line.remove());

/**
 * @param {string} command
 * @param {string} args separated by spaces
 * @param {...string} more
 */
const succeed = (command, args, ...more) => line.succeed(command, [...args.split(' '), ...more]);
/**
 * @param {string} command
 * @param {string} args separated by spaces
 * @param {...string} more
 */
const fail = (command, args, ...more) => line.fail(command, [...args.split(' '), ...more]);

/**
 * Reads the chat from an environment's manifest, with the shell's schema.
 * @param {string} environment
 */
async function chat(environment) {
  const { remotes } = manifestSchema.parse(await line.manifest(environment));
  if (!remotes.chat) throw new Error(`${environment} runs no chat.`);
  return remotes.chat;
}

describe('a remote', () => {
  test('gets its previous version as fallback, and a version from its content', async () => {
    expect(new Set(versions).size).toBe(3);
    for (const version of versions)
      expect(version.replace(/-[0-9a-f]{8}$/, '')).toBe(packageVersion('chat'));
    expect(await chat('staging')).toMatchObject({
      entry: `/remotes/chat/${versions[2]}/remoteEntry-1.js`,
      requires: { '@homie/ui': '^2.0.0' },
      fallback: { version: versions[1] },
    });
    const again = await succeed(
      'release',
      'chat --env staging --build',
      await line.build('chat', 'three'),
    );
    expect(again).toContain('nothing was changed');
  });

  test('is stored with a CycloneDX list of the packages that run in production', async () => {
    const version = String(versions[2]);
    const bytes = await line.store.read(getSbomPath('chat', version));
    const sbom = JSON.parse(String(bytes));
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { type: 'application', name: 'second-homie/chat', version } },
    });
    /** @type {Set<string>} */
    const listed = new Set(
      sbom.components.map((/** @type {{ purl: string }} */ { purl }) => decodeURIComponent(purl)),
    );
    const missing = Object.entries(lockedPackages())
      .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && !dev && !link)
      .map(
        ([folder, entry]) =>
          `pkg:npm/${entry.name ?? folder.replace(/.*node_modules\//, '')}@${entry.version}`,
      )
      .filter((purl) => !listed.has(purl));
    expect(missing).toEqual([]);
    expect([...listed].filter((purl) => purl.startsWith('pkg:npm/vitest@'))).toEqual([]);
  });

  test('is promoted from one environment to another without a build', async () => {
    expect(await fail('promote', 'audit --from staging --to production')).toContain(
      'staging runs no audit',
    );
    await succeed('promote', 'chat --from staging --to production');
    expect((await chat('production')).version).toBe(versions[2]);
    expect((await chat('production')).fallback).toBeUndefined();
    expect(await succeed('promote', '--all --from staging --to production')).toContain(
      'has this already',
    );
  });

  test('is rolled back, twice by two versions, and to any version', async () => {
    await succeed('rollback', 'chat --env staging');
    expect((await chat('staging')).version).toBe(versions[1]);
    await succeed('rollback', 'chat --env staging');
    expect((await chat('staging')).version).toBe(versions[0]);
    expect(await fail('rollback', 'chat --env staging')).toContain('No kept revision');
    await succeed('rollback', `chat --env staging --to ${versions[2]}`);
    expect((await chat('staging')).version).toBe(versions[2]);
    await succeed('rollback', 'chat --env staging --revision 2');
    expect(await chat('staging')).toMatchObject({
      version: versions[1],
      fallback: { version: versions[0] },
    });
    expect(await fail('rollback', 'chat --env staging --to 2.0.0-00000000')).toContain('is not in');
  });

  test('has its revisions listed, shown and compared', async () => {
    const listed = await succeed('revisions', '--env staging');
    expect(listed).toMatch(/\* +7 .* Ada +rollback chat .* → /);
    expect(JSON.parse(await succeed('revisions', 'show 1 --env staging'))).toMatchObject({
      revision: 1,
      change: { command: 'release', by: 'Ada' },
    });
    const compared = await succeed('revisions', 'compare 2 3 --env staging');
    expect(compared).toContain(`- chat ${versions[1]}, fallback ${versions[0]}`);
    expect(compared).toContain(`+ chat ${versions[2]}, fallback ${versions[1]}`);
    expect(await fail('revisions', 'show 99 --env staging')).toContain('keeps no revision 99');
  });
});

test('a version is rolled out to some, to more, to no and to all users', async () => {
  /** @param {string} args separated by spaces */
  const rollout = (args) =>
    succeed('rollout', `chat --env production --version ${versions[1]} ${args}`);
  const audiences = async () => (await chat('production')).rollouts.map(({ audience }) => audience);
  await rollout('--percent 10');
  expect(await audiences()).toEqual([{ percent: 10 }]);
  await rollout('--percent 50 --roles office --accounts Ada@Example.org');
  const accounts = [hashAccount('chat', 'ada@example.org')];
  expect(await audiences()).toEqual([{ percent: 50, roles: ['office'], accounts }]);
  expect(JSON.stringify(await line.manifest('production'))).not.toMatch(/example\.org/i);
  await rollout('--withdraw');
  expect(await audiences()).toEqual([]);
  await rollout('--complete');
  expect(await chat('production')).toMatchObject({
    version: versions[1],
    rollouts: [],
    fallback: { version: versions[2] },
  });
  const refused = `chat --env production --version ${versions[0]}`;
  expect(await fail('rollout', `${refused} --percent 101`)).toContain('no whole number');
  expect(await fail('rollout', `${refused} --roles owner`)).toContain('no role owner');
  expect(await fail('rollout', refused)).toContain('Say for whom');
});

test('a stale build is refused, and one of the same sources is not', async () => {
  const sources = readSources('chat');
  const stale = { ...sources, libs: '0'.repeat(40) };
  const folder = await line.build('chat', 'five', { sources: stale });
  expect(await fail('release', 'chat --env staging --build', folder)).toContain(
    'from other sources than this commit: libs changed',
  );
  await line.build('chat', 'five', { sources });
  expect(await succeed('release', 'chat --env staging --build', folder)).toContain(
    'staging is at revision',
  );
});

describe('a release that the shell cannot run', () => {
  test('names the missing exports, and which shells have them', async () => {
    const contract = { '@homie/ui': ['Button', 'Hologram'] };
    const build = await line.build('chat', 'four', { contract });
    const output = await fail('release', 'chat --env staging --build', build);
    expect(output).toContain('@homie/ui does not export Hologram');
    expect(output).toContain('none of any environment');
    await line.writeShell('production', {
      ...line.shell('1.1.0'),
      exports: { '@homie/ui': ['Button', 'Hologram'] },
    });
    expect(await fail('release', 'chat --env staging --build', build)).toContain(
      'those of production',
    );
  });

  test('is also refused by the version of a library, on promotion and rollback too', async () => {
    await line.writeShell('production', {
      ...line.shell(),
      provides: { ...provides, '@homie/ui': '1.9.0' },
    });
    const reason = '@homie/ui ^2.0.0 is needed, the shell has 1.9.0';
    expect(await fail('promote', 'chat --from staging --to production')).toContain(reason);
    expect(await fail('rollback', `chat --env production --to ${versions[0]}`)).toContain(reason);
    expect((await chat('production')).version).toBe(versions[1]);
  });
});

test.each([
  ['release', 'chat --env nowhere', 'There is no environment "nowhere"'],
  ['release', 'maps --env staging', 'There is no remote "maps"'],
  ['release', 'chat --env local', 'local has no shell yet'],
  ['rollback', 'audit --env staging', 'staging runs no audit'],
])('%s %s fails with an error message', async (command, args, message) => {
  const output = await fail(command, args);
  expect(output).toContain(message);
  expect(output).not.toContain('.mjs:');
});

test.each([
  ['release', '--env staging', "missing required argument 'remote'"],
  ['release', 'chat', "required option '--env <environment>' not specified"],
  ['rollback', 'chat --env staging --too 1', "unknown option '--too'"],
])('%s %s is refused as invalid, with the help', async (command, args, message) => {
  const output = await line.refuse(command, args.split(' '));
  expect(output).toContain(message);
  expect(output).toContain(`Usage: homie ${command}`);
});
