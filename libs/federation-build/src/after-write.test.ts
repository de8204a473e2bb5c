import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { afterWrite } from './after-write.ts';

/** Builds a script into a new folder, with plugins besides the one that signs it. */
async function buildSigned(...plugins: Plugin[]): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'homie-build-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(path.join(root, 'main.js'), 'console.log(1);');
  const sign = afterWrite(async (folder) => {
    const file = path.join(folder, 'main.js');
    await writeFile(file, `${await readFile(file, 'utf8')}// signed`);
  });
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [{ name: 'sign', ...sign }, ...plugins],
    build: { rolldownOptions: { input: 'main.js', output: { entryFileNames: '[name].js' } } },
  });
  return readFile(path.join(root, 'dist/main.js'), 'utf8');
}

test('changes the files once they are written', async () => {
  const script = await buildSigned();
  expect(script).toContain('console.log(1)');
  expect(script).toContain('// signed');
});

test('the error of another plugin is the reason of a failed build', async () => {
  const failing: Plugin = {
    name: 'failing',
    generateBundle() {
      this.error('an import that the page cannot load');
    },
  };
  await expect(buildSigned(failing)).rejects.toThrow('an import that the page cannot load');
});
