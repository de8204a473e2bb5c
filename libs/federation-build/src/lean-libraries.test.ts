import { expect, test } from 'vitest';
import { leanLibraries } from './lean-libraries.ts';
import { buildFiles } from './testing/build-files.ts';

const ROUTER = 'lib/react-router/dist/production/chunk-AB12.mjs';
const RUNTIME = 'lib/@module-federation/runtime';

test('unused components of React Router are removed', async () => {
  const output = await buildFiles(
    {
      'main.js': `import { Used } from "./${ROUTER}"; console.log(Used);`,
      [ROUTER]: [
        'import * as React from "./react.mjs";',
        'var Used = React.createContext(1);',
        'var Unused = React.createContext(2);',
        'Unused.displayName = "Unused";',
        'export { Used, Unused };',
      ].join('\n'),
      'lib/react-router/dist/production/react.mjs':
        'export const createContext = (value) => globalThis.create(value);',
    },
    [leanLibraries()],
  );
  const code = Object.values(output).join('\n');
  expect(code).toContain('createContext(1)');
  expect(code).not.toContain('Unused');
});

test('only the version remains of the runtime’s package.json', async () => {
  const output = await buildFiles(
    {
      'main.js': `import description from "./${RUNTIME}/package.json"; console.log(description);`,
      [`${RUNTIME}/package.json`]: '{ "name": "runtime", "version": "1.2.3", "author": "someone" }',
    },
    [leanLibraries()],
  );
  const code = Object.values(output).join('\n');
  expect(code).toContain('1.2.3');
  expect(code).not.toContain('someone');
});

test('snapshots and preloading are removed from the Module Federation runtime', async () => {
  const core = 'lib/@module-federation/runtime-core/dist';
  const output = await buildFiles(
    {
      'main.js': `import { Core } from "./${core}/core.js"; globalThis.core = new Core();`,
      [`${core}/core.js`]: [
        'import { RemoteHandler } from "./remote/index.js";',
        'const USE_REMOTE = true;',
        'class SnapshotHandler { read() { return "snapshot"; } }',
        'class DisabledSnapshotHandler { hooks = []; }',
        'export class Core { handlers = [new RemoteHandler(), USE_REMOTE ? new SnapshotHandler(this) : new DisabledSnapshotHandler()]; }',
      ].join('\n'),
      [`${core}/remote/index.js`]:
        'export class RemoteHandler {\n\tasync preloadRemote(options) {\n\t\tif (options) {\n\t\t}\n\t}\n\tload() {\n\t\treturn "loaded";\n\t}\n}',
    },
    [leanLibraries()],
  );
  const code = Object.values(output).join('\n');
  expect(code).not.toMatch(/class SnapshotHandler|"snapshot"|preloadRemote/);
  expect(code).toMatch(/manifestCache: .* Map\(\)/);
  expect(code).toContain('"loaded"');
});

test.each([
  ['React Router', ROUTER, 'export const Used = 1;'],
  ['Module Federation', `${RUNTIME}/dist/index.js`, 'export const Used = 1;'],
])('the build fails if nothing of %s can be changed any more', async (_name, file, code) => {
  const files = { 'main.js': `import { Used } from "./${file}"; console.log(Used);`, [file]: code };
  await expect(buildFiles(files, [leanLibraries()])).rejects.toThrow('found nothing to change');
});

test('a build without these libraries passes', async () => {
  await expect(
    buildFiles({ 'main.js': 'console.log(1);' }, [leanLibraries()]),
  ).resolves.toBeDefined();
});
