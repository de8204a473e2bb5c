import { readFile } from 'node:fs/promises';

export interface StoryTest {
  title: string;
  /** The setup of the story, then the test itself. */
  sql: string;
}

const TEST_LINE = /^-- test: (.+)$/m;

/**
 * Reads a story: SQL in which a line `-- test: title` starts each test. The SQL before the first one is the setup of
 * all tests.
 * @throws if there is no test in the file
 */
export async function readStory(file: URL): Promise<StoryTest[]> {
  const [scene = '', ...parts] = (await readFile(file, 'utf8')).split(TEST_LINE);
  const tests: StoryTest[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2)
    tests.push({ title: parts[index] ?? '', sql: `${scene}\n${parts[index + 1] ?? ''}` });
  if (tests.length === 0) throw new Error(`${file.pathname} has no line '-- test: title'`);
  return tests;
}
