import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runDeno } from '../support/deno.ts';
import { uploadFunctions } from '../support/upload-functions.ts';

const functions = resolve(import.meta.dirname, '../..');
const root = resolve(functions, '../..');

interface Manifest {
  imports: Record<string, string>;
}
interface Graph {
  modules: { specifier: string; dependencies?: { specifier: string }[] }[];
}
async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(path, 'utf8')) as Content;
}

const entryOf = (name: string) => `supabase/functions/${name}/index.ts`;
const names = ['audit', 'conversations', 'security-scan', 'sweep'];

test('every function type-checks on Deno', async () => {
  const { code, errors } = await runDeno('check', 'conversations', names.map(entryOf));
  expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' });
});

describe.each(names)('%s', (name) => {
  const entry = entryOf(name);

  test('its deno.json lists exactly its imports, in the installed versions', async () => {
    const { imports } = await readJson<Manifest>(resolve(functions, name, 'deno.json'));
    const { output, errors } = await runDeno('info', name, ['--json', entry]);
    const { modules } = JSON.parse(output || errors) as Graph;
    const own = modules.filter(({ specifier }) => specifier.includes('/supabase/functions/'));
    expect(own.length).toBeGreaterThan(10);
    const used = new Set(
      own
        .flatMap(({ dependencies = [] }) => dependencies.map(({ specifier }) => specifier))
        .filter((specifier) => !/^(\.|node:)/.test(specifier)),
    );
    const listed = Object.keys(imports);
    const covers = (key: string, specifier: string) =>
      specifier === key || specifier.startsWith(`${key}/`);
    expect([...used].filter((one) => !listed.some((key) => covers(key, one)))).toEqual([]);
    expect(listed.filter((key) => ![...used].some((one) => covers(key, one)))).toEqual([]);

    const { dependencies } = await readJson<{ dependencies: Record<string, string> }>(
      resolve(root, 'package.json'),
    );
    const versions = Object.values(imports).flatMap((target) => {
      const [, packageName = '', version = ''] = /^npm:(@?[^@]+)@([^/]+)/.exec(target) ?? [];
      return packageName === '' ? [] : [[packageName, version] as const];
    });
    expect(dependencies).toMatchObject(Object.fromEntries(versions));
  });

  test('refuses to start without its settings, and says what to set', async () => {
    const serve = ['--no-check', '--allow-env', '--allow-read', '--allow-net', '--port=0', entry];
    const { code, errors } = await runDeno('serve', name, serve);
    expect(code).not.toBe(0);
    expect(errors).toContain(
      `Set SUPABASE_URL for the ${name === 'sweep' ? 'conversations' : name} function.`,
    );
  });
});

// `npm test` installs the CLI; a single test run may lack it.
test.skipIf(process.env['HOMIE_SUPABASE_CLI'] === undefined)(
  'the upload of the official CLI contains everything that each function needs, without JWT verification at the gateway',
  async () => {
    const uploaded = await uploadFunctions(process.env['HOMIE_SUPABASE_CLI'] ?? '');
    try {
      expect(uploaded.functions.map(({ name }) => name).sort()).toEqual(names);
      for (const { name, folder, metadata } of uploaded.functions) {
        expect(metadata).toMatchObject({ verify_jwt: false, entrypoint_path: entryOf(name) });
        const serve = ['--no-check', '--allow-env', '--allow-read', '--allow-net', '--port=0'];
        const { errors } = await runDeno('serve', name, [...serve, entryOf(name)], {}, folder);
        // All imports have loaded, and the settings were read.
        expect(errors).toMatch(/Set SUPABASE_URL for the \w[\w-]+ function\./);
      }
    } finally {
      await uploaded.remove();
    }
  },
);
