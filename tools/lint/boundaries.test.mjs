import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
/** @type {string} */
let workspace;

beforeAll(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
  cpSync(path.join(root, '.oxlintrc.json'), path.join(workspace, '.oxlintrc.json'));
  cpSync(path.join(root, 'tools/lint'), path.join(workspace, 'tools/lint'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(workspace, 'node_modules'));
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/**
 * Lints one planted file with the project's own configuration.
 * @param {string} file
 * @param {string} code text of the file
 * @returns {string[]} the rules that fired
 */
function lint(file, code) {
  const target = path.join(workspace, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, code);
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  try {
    execFileSync(process.execPath, [oxlint, '--format=json', file], {
      cwd: workspace,
      stdio: 'pipe',
    });
    return [];
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error)) throw error;
    /** @type {{ diagnostics: { code: string }[] }} */
    const { diagnostics } = JSON.parse(String(error.stdout));
    return diagnostics.map((diagnostic) => diagnostic.code);
  } finally {
    rmSync(target);
  }
}

/** @param {string} source */
const use = (source) => `import { x } from '${source}';\nexport const y = x;\n`;

describe('import rules', () => {
  test.each([
    ['an app imports another app by name', 'apps/chat/src/a.ts', use('@homie/admin')],
    ['an app imports another app by path', 'apps/chat/src/a.ts', use('../../admin/src/a')],
    [
      'an app loads another app',
      'apps/chat/src/a.ts',
      "export const a = import('../../shell/src/a');\n",
    ],
    ['an app re-exports another app', 'apps/chat/src/a.ts', "export * from '../../shell/src/a';\n"],
    ['an app reaches into a library', 'apps/chat/src/a.ts', use('@homie/ui/src/theme')],
    ['a remote carries contracts of its own', 'apps/admin/src/a.ts', use('@homie/contracts/admin')],
    ['a remote signs people in', 'apps/chat/src/a.ts', use('@homie/contracts/authentication')],
    [
      'an app reaches into a library by path',
      'apps/chat/src/a.ts',
      use('../../../libs/ui/src/index'),
    ],
    ['an app takes Chakra directly', 'apps/chat/src/a.ts', use('@chakra-ui/react')],
    ['an app takes the router directly', 'apps/chat/src/a.ts', use('react-router-dom')],
    ['an app takes React Query directly', 'apps/chat/src/a.ts', use('@tanstack/react-query')],
    ['an app makes its own store', 'apps/chat/src/a.ts', use('zustand')],
    ['an app carries a copy of the stores', 'apps/chat/src/a.ts', use('@homie/store')],
    ['an app imports the server', 'apps/chat/src/a.ts', use('@homie/server')],
    ['ui imports something of ours', 'libs/ui/src/a.ts', use('@homie/contracts')],
    ['composition imports something of ours', 'libs/composition/src/a.ts', use('@homie/ui')],
    [
      'federation-build imports something of ours',
      'libs/federation-build/src/a.ts',
      use('@homie/ui'),
    ],
    ['auth imports the api client', 'libs/auth/src/a.ts', use('@homie/api-client')],
    ['the api client imports auth', 'libs/api-client/src/a.ts', use('@homie/auth')],
    ['a feature imports another', 'apps/chat/src/features/a/x.ts', use('../b/y')],
    ['a model imports React', 'apps/chat/src/features/a/model/x.ts', use('react')],
    ['the chat engine imports React', 'apps/chat/src/engine/x.ts', use('react')],
    ['the chat engine imports a screen', 'apps/chat/src/engine/x.ts', use('../screen/y')],
    ['a handler imports Node', 'supabase/functions/a/handler.ts', use('node:fs')],
    [
      'the functions import the server',
      'supabase/functions/a/handler.ts',
      use('../../../apps/server/src/a'),
    ],
    [
      'a lower layer of the server imports a higher one',
      'apps/server/src/data/files/a.ts',
      use('../../gateways/pages/b.ts'),
    ],
  ])('%s: refused', (_name, file, code) => {
    expect(lint(file, code)).toContain('homie(boundaries)');
  });

  test('a handler names a runtime: refused', () => {
    const code = "export const key = process.env['KEY'];\n";
    expect(lint('supabase/functions/a/handler.ts', code)).toContain('homie(runtime-neutral)');
  });

  test.each([
    ['an app imports our libraries', 'apps/chat/src/a.ts', use('@homie/ui')],
    ['a feature imports its own model', 'apps/chat/src/features/a/x.ts', use('./model/y')],
    [
      'the binding of the chat engine imports React',
      'apps/chat/src/engine/react.tsx',
      use('react'),
    ],
    ['ui imports Chakra', 'libs/ui/src/a.ts', use('@chakra-ui/react')],
    [
      'the server serves a function',
      'apps/server/src/a.ts',
      use('../../../supabase/functions/a/handler.ts'),
    ],
    [
      'a higher layer of the server imports a lower one',
      'apps/server/src/gateways/pages/a.ts',
      use('../../data/files/b.ts'),
    ],
    ['an entry names the runtime', 'supabase/functions/a/index.ts', use('node:process')],
    ['a function connects to a socket', 'supabase/functions/a/scanner.ts', use('node:net')],
    ['a function sums up pieces', 'supabase/functions/a/checksum.ts', use('node:crypto')],
    ['a build takes a preset', 'apps/chat/vite.config.ts', use('../../.config/vite.ts')],
  ])('%s: allowed', (_name, file, code) => {
    expect(lint(file, code)).toEqual([]);
  });

  test('a cycle between two files: refused', () => {
    const other = path.join(workspace, 'libs/auth/src/b.ts');
    mkdirSync(path.dirname(other), { recursive: true });
    writeFileSync(other, "import { a } from './a';\nexport const b = () => a;\n");
    const code = "import { b } from './b';\nexport const a = () => b;\n";
    expect(lint('libs/auth/src/a.ts', code)).toContain('import(no-cycle)');
    rmSync(other);
  });

  test('other rules that the code relies on fire as errors', () => {
    expect(lint('apps/chat/src/a.ts', 'export const a: any = 1;\n')).toContain(
      'typescript(no-explicit-any)',
    );
    expect(lint('apps/chat/src/CamelCase.ts', 'export const a = 1;\n')).toContain(
      'unicorn(filename-case)',
    );
  });
});
