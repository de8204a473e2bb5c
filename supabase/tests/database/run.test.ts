import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readStory } from '../../../tools/stories.mjs';
import { runAndForget } from './run-story.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

const folders = [
  { folder: new URL('stories/', import.meta.url), seeded: false },
  { folder: new URL('seeded/', import.meta.url), seeded: true },
];

const stories = await Promise.all(
  folders.flatMap(({ folder, seeded }) =>
    readdirSync(folder).map(async (file) => ({
      file,
      seeded,
      ...(await readStory(fileURLToPath(new URL(file, folder)))),
    })),
  ),
);

for (const seeded of [false, true]) {
  describe(`${seeded ? 'seeded' : 'empty'}`, () => {
    let fresh: TestDatabase;
    beforeAll(async () => {
      fresh = await createTestDatabase({ seeded, fromNothing: true });
    });
    afterAll(() => fresh.remove());

    for (const { file, setup, tests } of stories.filter((story) => story.seeded === seeded)) {
      describe(`${file}`, () => {
        for (const { title, sql } of tests) {
          test(`${title}`, async () => {
            // Awaited here: `resolves` would print only the start of an error's message.
            expect(await runAndForget(fresh.database, `${setup}\n${sql}`)).toBeUndefined();
          });
        }
      });
    }

    test('a story with a failing assertion fails', async () => {
      const sql = `select tests.equal(1, 2, 'one')`;
      await expect(runAndForget(fresh.database, sql)).rejects.toThrow('one: expected 2, found 1');
    });

    if (seeded) return;
    test('policies and grants are as reviewed', async () => {
      const lines = await fresh.database.query<{ line: string }>(
        'select line from tests.policies_and_grants() as line',
      );
      await expect(lines.map(({ line }) => `${line}\n`).join('')).toMatchFileSnapshot(
        'policies-and-grants.snapshot.txt',
      );
    });
  });
}
