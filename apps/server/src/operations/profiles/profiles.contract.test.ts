import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, prepareDatabase, type Database } from '../../data/database/index.ts';
import { createScratchDatabase, runHomie, type ScratchDatabase } from '../../testing/index.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const ADMIN = 'admin@secondhomie.example';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homie-profiles-'));
  await writeFile(join(folder, 'rules.txt'), 'Quote the rule.\n');
  await writeFile(join(folder, 'bytes'), Uint8Array.of(0xff));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('profiles', () => {
  let scratch: ScratchDatabase;
  let database: Database;
  let key: string;
  let unprepared: string;
  beforeAll(async () => {
    scratch = await createScratchDatabase();
    database = await openDatabase({ databaseUrl: scratch.databaseUrl });
    unprepared = await run('list').catch(String);
    await prepareDatabase(database, {
      migrationsDir: join(root, 'supabase/migrations'),
      seedDir: join(root, 'supabase/seed'),
    });
    const [assistant] = await database.query<{ key: string }>(
      'select openai_assistant_id as key from assistants order by label limit 1',
    );
    key = assistant?.key ?? '';
    await database.exec('delete from ai_assistant_profiles');
  });
  afterAll(async () => {
    await database.close();
    await scratch.drop();
  });

  const run = (...commandLine: string[]) =>
    runHomie(root, { DATABASE_URL: scratch.databaseUrl }, ['profiles', ...commandLine]);
  const profile = async () =>
    (
      await database.query(
        'select provider, model, instructions, max_output_tokens, max_input_tokens, vector_store_ids from ai_assistant_profiles where openai_assistant_id = $1',
        [key],
      )
    )[0];
  const recorded = () =>
    database.query<{ meta: unknown }>(
      `select meta from audit_logs join users on users.id = user_id
       where action = 'model_changed' and users.email = $1 order by audit_logs.created_at`,
      [ADMIN],
    );

  test('an operator sets, lists and removes the model profile of an assistant', async () => {
    expect(unprepared).toContain('start it once');
    expect(await run('list')).toBe('No assistant has a profile');
    const file = join(folder, 'rules.txt');
    await run('set', key, '--model', 'm-1', '--instructions-file', file);
    await run('set', key, '--max-output-tokens', '2000', '--vector-stores', 'vs_a, vs_b,vs_a');
    await run('set', key, '--max-input-tokens', '8000');
    expect(await profile()).toEqual({
      provider: 'default',
      model: 'm-1',
      instructions: 'Quote the rule.',
      max_output_tokens: 2000,
      max_input_tokens: 8000,
      vector_store_ids: ['vs_a', 'vs_b'],
    });
    expect(await run('list')).toMatch(
      /model m-1 {2}output 2000 tokens {2}input 8000 tokens .*vs_a,vs_b {2}assistants "/,
    );
    expect(JSON.parse(await run('list', '--json'))).toMatchObject([
      { key, model: 'm-1', maxOutputTokens: 2000, vectorStoreIds: ['vs_a', 'vs_b'] },
    ]);
    await run('set', key, '--model', '', '--provider', 'chat');
    expect(await profile()).toMatchObject({ provider: 'chat', model: null });
    expect(await run('set', 'asst_unknown', '--model', 'm-1')).toContain(
      'No assistant has this key',
    );
    await run('remove', 'asst_unknown');
    await run('remove', key);
    expect(await profile()).toBeUndefined();
    await expect(run('remove', key)).rejects.toThrow('has no profile');
    expect(await recorded()).toEqual([]);
  });

  test('a change with --as is recorded for that administrator only', async () => {
    await run('set', key, '--model', 'm-2', '--as', ADMIN);
    await run('remove', key, '--as', ADMIN);
    expect(await recorded()).toEqual([
      { meta: expect.objectContaining({ after: expect.objectContaining({ model: 'm-2' }) }) },
      { meta: expect.objectContaining({ after: expect.objectContaining({ model: null }) }) },
    ]);
    for (const [who, why] of [
      ['worker@secondhomie.example', 'is no administrator'],
      ['nobody@secondhomie.example', 'is no administrator'],
    ] as const)
      await expect(run('set', key, '--model', 'm-3', '--as', who)).rejects.toThrow(why);
    await expect(run('set', 'asst_unknown', '--model', 'm', '--as', ADMIN)).rejects.toThrow(
      'No assistant has the key asst_unknown',
    );
    expect(await run('list')).toBe('No assistant has a profile');
  });
});

test.each([
  [['set', 'house_rules', '--model', 'm'], 'Assistant ID must start with asst_'],
  [['set', 'asst_1', '--model', 'two words'], 'Model must be plain characters'],
  [['set', 'asst_1', '--max-output-tokens', '15'], 'at least 16'],
  [['set', 'asst_1', '--max-output-tokens', 'many'], 'whole number'],
  [['set', 'asst_1', '--provider', 'magic'], 'Provider must be'],
  [['set', 'asst_1', '--fallback', 'magic'], 'Fallback provider must be'],
  [['set', 'asst_1', '--max-input-tokens', '10'], 'at least 1,000'],
  [['set', 'asst_1', '--vector-stores', 'store'], 'must start with vs_'],
  [['set', 'asst_1', '--instructions-file', '/nowhere'], 'cannot be read'],
  [['set', 'asst_1', '--temperature', '1'], "unknown option '--temperature'"],
  [['set', 'asst_1'], 'name something to set'],
  [['remove', 'asst_1', '--model', 'm'], "unknown option '--model'"],
  [['list', 'asst_1'], 'too many arguments'],
  [[], '(outputHelp)'],
])('%j is refused with an error message', async (commandLine, message) => {
  await expect(runHomie(root, {}, ['profiles', ...commandLine])).rejects.toThrow(message);
});

test('does not create a missing database', async () => {
  await expect(runHomie(root, { HOMIE_DATA: folder }, ['profiles', 'list'])).rejects.toThrow(
    `There is no database in ${folder}`,
  );
});
