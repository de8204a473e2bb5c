import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractInProcess } from './extract-in-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homie-worker-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Creates a worker that runs this code with the file that it receives. */
async function worker(code: string): Promise<URL> {
  const path = join(folder, `${code.length}.mjs`);
  await writeFile(path, `process.once('message', (file) => {\n${code}\n});\n`);
  return pathToFileURL(path);
}

const file = () => ({ name: 'a.pdf', bytes: new Uint8Array([1, 2, 3]) });
const nothing = { parts: [], tables: [] };

test('DOCS-17 returns the progress and the result of the process', async () => {
  const read = await worker(
    'process.send({ progress: 0.5 });' +
      'const parts = [{ text: `${file.name} ${file.bytes.length}` }];' +
      'process.send({ result: { parts, tables: [], notes: [] } });',
  );
  const shares: number[] = [];
  const onProgress = (share: number) => void shares.push(share);
  expect(await extractInProcess(read)(file(), { onProgress })).toEqual({
    parts: [{ text: 'a.pdf 3' }],
    tables: [],
    notes: [],
  });
  expect(shares).toEqual([0.5]);
});

test('a process that hangs is killed, without blocking others', async () => {
  const hang = await worker('for (;;);');
  expect(await extractInProcess(hang, 300)(file())).toEqual({
    ...nothing,
    notes: ['a.pdf could not be read: it took too long.'],
  });
});

test('a process that runs out of memory does not affect the server', async () => {
  const hoard = await worker(
    'const all = []; for (;;) all.push(new Array(100000).fill(all.length));',
  );
  expect(await extractInProcess(hoard)(file())).toEqual({
    ...nothing,
    notes: ['a.pdf could not be read.'],
  });
});

test('a process reads no file of the server, writes none and starts nothing', async () => {
  const secret = join(await mkdtemp(join(tmpdir(), 'homie-secret-')), 'secrets.json');
  await writeFile(secret, '{}');
  const attack = await worker(`
    const attempts = {
      read: () => fs.readFileSync(${JSON.stringify(secret)}),
      write: () => fs.writeFileSync(${JSON.stringify(`${secret}.new`)}, ''),
      start: () => processes.spawnSync('true'),
      thread: () => new Worker('', { eval: true }),
    };
    const refused = Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return name + ' worked';
      } catch (error) {
        return name + ' ' + error.code;
      }
    });
    process.send({ result: { parts: [], tables: [], notes: refused } });
  `);
  const imports = [
    `import fs from 'node:fs';`,
    `import processes from 'node:child_process';`,
    `import { Worker } from 'node:worker_threads';`,
  ];
  await writeFile(attack, [...imports, await readFile(attack, 'utf8')].join('\n'));
  expect((await extractInProcess(attack)(file())).notes).toEqual([
    'read ERR_ACCESS_DENIED',
    'write ERR_ACCESS_DENIED',
    'start ERR_ACCESS_DENIED',
    'thread ERR_ACCESS_DENIED',
  ]);
});
