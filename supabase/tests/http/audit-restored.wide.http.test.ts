import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { auditVerificationSchema } from '@homie/contracts/admin';
import { openDatabase, type Database } from '@homie/server';
import { copyDataFolder, runHomie, startTestServer } from '@homie/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homie-restored-'));
  await copyDataFolder(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Verifies the log as an administrator. Also stores a signed checkpoint, if the log fits the last one. */
async function verify() {
  const server = await startTestServer({
    database: { dataDir: folder },
    storageDir: join(folder, 'storage'),
    seed: true,
  });
  try {
    const admin = await server.signIn('admin@secondhomie.example', 'homie-demo-2026');
    const response = await server.call('/functions/v1/audit', {
      as: admin,
      method: 'POST',
      body: JSON.stringify({ endpoint: '/verifications', method: 'POST' }),
    });
    const { data } = (await response.json()) as { data: unknown };
    return auditVerificationSchema.parse(data);
  } finally {
    await server.stop();
  }
}

test('a database restored from a backup does not match later checkpoints, until the operator accepts it with a reason', async () => {
  const run = (...line: string[]) => runHomie(root, { HOMIE_DATA: folder }, ['audit', ...line]);
  const accept = (reason: string) =>
    run('accept', '--checkpoint', checkpointFile, '--reason', reason);
  const checkpointFile = join(folder, 'kept.json');
  expect(await verify()).toMatchObject({ problem: null });
  await cp(join(folder, 'postgres'), join(folder, 'copy'), { recursive: true });
  expect(await verify()).toMatchObject({ problem: null });
  await writeFile(checkpointFile, await run('checkpoint'));
  await expect(accept('Nothing happened')).rejects.toThrow('Every checkpoint fits the log');
  const later = await readCheckpoints();

  // Restores a dump of only our tables: the storage still lists the later checkpoints.
  await rm(join(folder, 'postgres'), { recursive: true });
  await cp(join(folder, 'copy'), join(folder, 'postgres'), { recursive: true });
  await listAgain(later);
  // The log ends before them, or has grown past them with other entries since.
  expect((await verify()).problem?.code).toMatch(/^checkpoint_(beyond_end|differs)$/);
  await expect(run('check', '--checkpoint', checkpointFile)).rejects.toThrow(
    /was (cut off|rewritten)/,
  );

  expect(await accept('The disk failed; restored the night before')).toMatch(
    /^Accepted that (1 checkpoint tells|[2-9] checkpoints tell) of more than there is\. The log ends with entry \d+; /,
  );
  expect(await run('check', '--checkpoint', checkpointFile)).toMatch(
    /^All \d+ entries are as they were linked\. The checkpoint of .*"The disk failed; restored the night before"$/,
  );
  expect(await verify()).toMatchObject({ problem: null });
});

async function onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ folder: join(folder, 'postgres') });
  return work(database).finally(database.close);
}

const readCheckpoints = () =>
  onDatabase((database) =>
    database.query<{ name: string }>(
      "select name from storage.objects where bucket_id = 'audit-checkpoints'",
    ),
  );

const listAgain = (rows: readonly { name: string }[]) =>
  onDatabase(async (database) => {
    for (const { name } of rows)
      await database.query(
        `insert into storage.objects (bucket_id, name, metadata)
         values ('audit-checkpoints', $1, '{"mimetype": "application/json"}') on conflict do nothing`,
        [name],
      );
  });
