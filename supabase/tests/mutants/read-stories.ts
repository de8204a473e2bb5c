import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readStory } from '../../../tools/stories.mjs';
import type { Mutant } from './find-mutants.ts';

const folder = new URL('../database/stories/', import.meta.url);

/** A test with the setup of its story. */
export interface StoryTest {
  title: string;
  sql: string;
}

/** Excluded stories: the rules and the snapshot of the catalog would find every mutant, the others measure. */
const EXCLUDED = ['whole-schema.test.sql', 'large-lists.test.sql'];

/** Pattern of a slow story: filling tables takes seconds. */
const FILLS = /explain \(analyze|generate_series\(1, \d{3,}\)/;

/** Reads the stories about permissions. */
export async function readStories(): Promise<StoryTest[]> {
  const files = (await readdir(folder)).filter((file) => !EXCLUDED.includes(file));
  const stories = await Promise.all(
    files.map((file) => readStory(fileURLToPath(new URL(file, folder)))),
  );
  return stories.flatMap(({ setup, tests }) =>
    tests.map(({ title, sql }) => ({ title, sql: `${setup}\n${sql}` })),
  );
}

/** Sorts the stories for a mutant by the number of mentions of its subject, slow ones last. */
export function storiesFor({ subject }: Mutant, stories: StoryTest[]): StoryTest[] {
  const rank = ({ sql }: StoryTest) => (FILLS.test(sql) ? 0 : sql.split(subject).length);
  return stories.toSorted((one, other) => rank(other) - rank(one));
}
