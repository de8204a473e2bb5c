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
