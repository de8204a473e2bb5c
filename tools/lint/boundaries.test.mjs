import { spawnSync } from 'node:child_process';
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
 * Lints planted files with the project's own configuration, all in one run.
 * @param {Record<string, string>} files text by path
 * @returns {(file: string) => string[]} the rules that fired in a file
 */
function lint(files) {
  for (const [file, code] of Object.entries(files)) {
    const target = path.join(workspace, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json', ...Object.keys(files)], {
    cwd: workspace,
    encoding: 'utf8',
  });
  /** @type {{ diagnostics: { code: string, filename: string }[], number_of_files: number }} */
  const { diagnostics, number_of_files: count } = JSON.parse(stdout);
  expect(count).toBe(Object.keys(files).length);
  return (file) => diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code);
}

/** @param {string} source */
const use = (source) => `import { x } from '${source}';\nexport const y = x;\n`;

/** Each case is one file with `code` at `file`, whose name gets a number where its name does not matter. */
const refused = /** @type {const} */ ([
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
]);

const allowed = /** @type {const} */ ([
  ['an app imports our libraries', 'apps/chat/src/a.ts', use('@homie/ui')],
  ['a feature imports its own model', 'apps/chat/src/features/a/x.ts', use('./model/y')],
  ['the binding of the chat engine imports React', 'apps/chat/src/engine/react.tsx', use('react')],
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
]);

/** Paths of the cases, unique: several cases plant the same file. @type {Map<string, string>} */
const paths = new Map(
  [...refused, ...allowed].map(([name, file], index) => [
    name,
    file.replace(/\/([ax])\.ts$/, `/$1${index}.ts`).replace('functions/a/', `functions/a${index}/`),
  ]),
);

describe('import rules', () => {
  /** @type {(name: string) => string[]} */
  let findRules;
  beforeAll(() => {
    const files = [...refused, ...allowed].map(([name, , code]) => [paths.get(name), code]);
    const ofFile = lint(Object.fromEntries(files));
    findRules = (name) => ofFile(paths.get(name) ?? '');
  });

  test.each(refused)('%s: refused', (name) => {
    expect(findRules(name)).toContain('homie(boundaries)');
  });

  test.each(allowed)('%s: allowed', (name) => {
    expect(findRules(name)).toEqual([]);
  });

  test('a handler that names a runtime, a cycle, and code against other rules: refused', () => {
    const ofFile = lint({
      'libs/ui/src/bare.tsx': 'export const A = ({ a, b }) => <p>{a && <i />}{b}</p>;\n',
      'supabase/functions/b/handler.ts': "export const key = process.env['KEY'];\n",
      'libs/auth/src/one.ts': "import { b } from './two';\nexport const a = () => b;\n",
      'libs/auth/src/two.ts': "import { a } from './one';\nexport const b = () => a;\n",
      'apps/chat/src/any.ts': 'export const a: any = 1;\n',
      'apps/chat/src/CamelCase.ts': 'export const a = 1;\n',
    });
    expect(ofFile('supabase/functions/b/handler.ts')).toContain('homie(runtime-neutral)');
    expect(ofFile('libs/ui/src/bare.tsx')).toContain('homie(bare-text)');
    expect(ofFile('libs/auth/src/one.ts')).toContain('import(no-cycle)');
    expect(ofFile('apps/chat/src/any.ts')).toContain('typescript(no-explicit-any)');
    expect(ofFile('apps/chat/src/CamelCase.ts')).toContain('unicorn(filename-case)');
  });
});
