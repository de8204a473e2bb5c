import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAndForget } from '../database/run-story.ts';
import { createTestDatabase } from '../database/test-databases.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { readStories, storiesFor } from './read-stories.ts';
import { failsSuites } from './run-suites.ts';

/*
 * Each test creates one mutant of the database and passes once a test of ours fails on it: first the stories, in
 * transactions that start with the mutation, then the suites over HTTP, on copies of a template with the mutation.
 */

const { database, remove } = await createTestDatabase();
const all = await findMutants(database);
const equivalent = Object.keys(EQUIVALENTS);
const mutants = all.filter(({ name }) => !equivalent.some((start) => name.startsWith(start)));
const stories = await readStories();
afterAll(remove);

/** Finds the first story that fails after the mutation. */
async function findFailedStory(mutant: Mutant): Promise<string | undefined> {
  // A mutation that fails by itself proves nothing.
  await runAndForget(database, mutant.sql);
  for (const { title, sql } of storiesFor(mutant, stories)) {
    try {
      await runAndForget(database, `${mutant.sql};\n${sql}`);
    } catch {
      return title;
    }
  }
  return undefined;
}

/** Runs the stories and then the suites over HTTP, until a test fails. */
async function isKilled(mutant: Mutant): Promise<boolean> {
  if ((await findFailedStory(mutant)) !== undefined) return true;
  return process.env['HOMIE_MUTANTS'] !== 'stories' && failsSuites(mutant.sql);
}

// A story that fails anyway would kill every mutant.
beforeAll(async () => {
  const unchanged = { name: 'none', subject: 'none', sql: 'select' };
  const failed = await findFailedStory(unchanged);
  if (failed !== undefined) throw new Error(`A story fails without a mutation: ${failed}`);
});

test('each equivalent is a mutant', () => {
  expect(all.length - mutants.length).toBe(equivalent.length);
});

for (const mutant of mutants) {
  test(`${mutant.name}`, async () => {
    expect({ ...mutant, isKilled: await isKilled(mutant) }).toEqual({ ...mutant, isKilled: true });
  });
}
