import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildFiles } from './testing/build-files.ts';
import { verifiedFiles } from './verified-files.ts';

const worker = 'export const answer = 42; // unchanged\n';

test('CITE-11 a verified file is released unchanged, and its importer has the hash', async () => {
  const output = await buildFiles(
    {
      'main.js':
        'import { address, integrity } from "./worker.mjs?verified"; console.log(address, integrity);',
      'worker.mjs': worker,
    },
    [verifiedFiles()],
  );
  const name = Object.keys(output).find((file) => /worker-[\w-]+\.mjs$/.test(file));
  expect(name && output[name]).toBe(worker);
  const code = Object.values(output).join('\n');
  expect(code).toContain(`sha256-${createHash('sha256').update(worker).digest('base64')}`);
  expect(code).toContain('import.meta.url');
});
