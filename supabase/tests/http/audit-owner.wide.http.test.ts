import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lazyAdminApi, type AdminApi, type Api } from '@homie/api-client';
import { checkpointSchema, signedStatementSchema } from '@homie/contracts/admin';
import { openDatabase, type Database } from '@homie/server';
import {
  createDataFolder,
  createScratchDatabase,
  runHomie,
  startTestServer,
  type ScratchDatabase,
  type TestServer,
} from '@homie/server/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, readRoleIds, type Person, type RoleIds } from './people.ts';

const root = resolve(import.meta.dirname, '../../..');
const demo = {
  migrationsDir: join(root, 'supabase/migrations'),
  seedDir: join(root, 'supabase/seed'),
};

let calls: AdminApi;
beforeAll(async () => {
  calls = await lazyAdminApi();
});

// Uses only SQL, as the owner of the database: no key, and no file of the server.
describe('the owner of the database', () => {
  let folder: string;
  let scratch: ScratchDatabase;
  let server: TestServer;
  let owner: Database;
  let roles: RoleIds;
  let admin: Person;
  let api: Api;
  let lines: string[];
  let errors: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-owner-'));
    scratch = await createScratchDatabase(demo);
    await createDataFolder(folder);
    await start();
    roles = await readRoleIds(server);
    admin = await createPerson(server, roles, 'admin');
    return async () => {
      await stop();
      await scratch.drop();
      await rm(folder, { recursive: true, force: true });
    };
  });

  async function start() {
    lines = [];
    errors = [];
    server = await startTestServer({
      database: { databaseUrl: scratch.databaseUrl, dataDir: folder },
      storageDir: join(folder, 'storage'),
      seed: true,
      logInfo: (line) => lines.push(line),
      log: (line) => errors.push(line),
    });
    owner = await openDatabase(scratch);
    const { url: baseUrl, publishableKey } = server;
    api = { baseUrl, publishableKey, getAccessToken: async () => admin.token };
  }

  async function stop() {
    await owner.close();
    await server.stop();
  }

  /** Restarts as if ten minutes later: the server then purges and signs the log at once. */
  async function restart() {
    await owner.query(`delete from embedded.lease where name = 'sweep'`);
    await stop();
    await start();
  }

  const verify = () => calls.verifyAudit(api);
  const run = (...line: string[]) =>
    runHomie(root, { HOMIE_DATA: folder, DATABASE_URL: scratch.databaseUrl }, ['audit', ...line]);
  const file = () => join(folder, 'audit-checkpoint.json');
  const readLast = async () => {
    const { payload } = signedStatementSchema.parse(JSON.parse(await readFile(file(), 'utf8')));
    return { payload, ...checkpointSchema.parse(JSON.parse(payload)) };
  };
  const readBucket = async () => {
    const rows = await owner.query<{ name: string }>(
      `select name from storage.objects where bucket_id = 'audit-checkpoints' order by name`,
    );
    return rows.map(({ name }) => name);
  };
  const recordEntry = () => owner.query(`select public.record_audit('denied', null)`);

  /** Runs statements without triggers. Statements sent together run in one transaction. */
  const bypassTriggers = (statements: string) =>
    owner.exec(
      `alter table public.audit_logs disable trigger all; alter table private.audit_chain disable trigger all;
       ${statements}
       alter table public.audit_logs enable trigger all; alter table private.audit_chain enable trigger all;`,
    );

  async function expectRefusal(code: string) {
    const [bucket, last] = [await readBucket(), await readFile(file(), 'utf8')];
    expect((await verify()).problem).toMatchObject({ code });
    const { id } = await calls.startAuditExport(api, {}, 'jsonl');
    expect((await calls.finishAuditExport(api, id)).checkpoint).toBeNull();
    await expect(run('checkpoint')).rejects.toThrow('homie audit accept');
    await expect(run('check')).rejects.toThrow('Checkpoints are missing from the storage');
    await restart();
    expect((await verify()).problem).toMatchObject({ code });
    await expect.poll(() => errors.join('\n')).toContain(`AuditChainError ${code}`);
    expect(lines).toEqual([]);
    expect([await readBucket(), await readFile(file(), 'utf8')]).toEqual([bucket, last]);
  }

  test('is detected after deleting the end of the log together with its checkpoints', async () => {
    await verify();
    const before = await readLast();
    const bucket = await readBucket();
    const promoted = await createPerson(server, roles, 'admin');
    expect((await verify()).problem).toBeNull();
    const covered = await readLast();
    expect(covered.seq).toBeGreaterThan(before.seq);
    expect(lines).toContain(`audit checkpoint ${covered.seq} ${covered.hash}`);

    await bypassTriggers(
      `delete from public.audit_logs where id in (select entry_id from private.audit_chain where seq > ${before.seq});
       delete from private.audit_chain where seq > ${before.seq};
       update private.audit_head set (seq, hash) = (select seq, hash from private.audit_chain where seq = ${before.seq});
       delete from storage.objects where bucket_id = 'audit-checkpoints' and name > '${bucket.at(-1)}';`,
    );
    const record = `select 1 from public.audit_logs where target_user_id = '${promoted.id}'`;
    expect(await owner.query(record)).toEqual([]);
    await expectRefusal('checkpoint_missing');
  });

  test('is reported after rewriting the whole log and deleting all checkpoints', async () => {
    await verify();
    await recordEntry();
    expect((await verify()).problem).toBeNull();
    await bypassTriggers(
      `update public.audit_logs set user_email = 'someone.else@secondhomie.example'
       where id = (select entry_id from private.audit_chain where seq = 100);
       create temporary table former on commit drop as select seq, entry_id from private.audit_chain;
       delete from private.audit_chain;
       update private.audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex');
       insert into private.audit_unlinked (entry_id, digest)
       select id, private.audit_digest(audit_logs) from public.audit_logs join former on former.entry_id = id order by seq;
       select private.link_entries();
       delete from storage.objects where bucket_id = 'audit-checkpoints';`,
    );
    await expectRefusal('checkpoint_missing');

    // An operator who has examined the log can accept it, so that it is signed again.
    expect(await run('accept', '--reason', 'Examined on 23 November')).toMatch(/^Accepted that 1 /);
    expect((await verify()).problem).toBeNull();
    expect((await readBucket()).length).toBeGreaterThan(0);
  });

  test('cannot get a forged head signed by replacing the function that the server calls', async () => {
    await verify();
    const last = await readLast();
    const bucket = await readBucket();
    await bypassTriggers(
      `update private.audit_chain set hash = sha256(hash) where seq = ${last.seq};
       insert into private.audit_chain (seq, entry_id, digest, hash)
       select seq + 1, gen_random_uuid(), digest, sha256(hash || digest) from private.audit_chain where seq = ${last.seq};
       update private.audit_head set (seq, hash) =
         (select seq, hash from private.audit_chain order by seq desc limit 1);
       create or replace function public.audit_position(at_seq bigint default null) returns jsonb
       language sql security definer set search_path = '' as $$
         select jsonb_build_object('seq', seq, 'hash', encode(hash, 'hex'), 'entries', seq, 'hashAt', '${last.hash}')
         from private.audit_head
       $$;`,
    );
    const { id } = await calls.startAuditExport(api, {}, 'jsonl');
    expect((await calls.finishAuditExport(api, id)).checkpoint).toBeNull();
    await expect(run('checkpoint')).rejects.toThrow('do not lead to the end of the chain');
    expect(await readLast()).toEqual(last);
    expect(await readBucket()).toEqual(bucket);
  });

  test('is detected after deleting only checkpoints; only a missing last copy is stored again', async () => {
    for (const entry of [1, 2, 3]) {
      await recordEntry();
      expect((await verify()).problem, `entry ${entry}`).toBeNull();
    }
    const bucket = await readBucket();
    const removeAfter = (name = '') =>
      owner.query(
        `delete from storage.objects where bucket_id = 'audit-checkpoints' and name > $1`,
        [name],
      );
    await removeAfter(bucket.at(-2));
    expect((await verify()).problem).toBeNull();
    expect(await readBucket()).toEqual(bucket);
    await removeAfter(bucket.at(-3));
    expect((await verify()).problem).toMatchObject({ code: 'checkpoint_missing' });

    await owner.query(`update storage.objects set name = 'n999.json' where name = $1`, [
      bucket.at(-3),
    ]);
    await expect(verify()).rejects.toMatchObject({ code: 'unavailable' });
    await run('accept', '--reason', 'Examined on 23 November');
    expect((await verify()).problem).toBeNull();
  });

  test('gains nothing from an outdated data folder: only a chained successor replaces its checkpoint', async () => {
    await verify();
    const behind = await readFile(file(), 'utf8');
    for (const entry of [1, 2, 3]) {
      await recordEntry();
      expect((await verify()).problem, `entry ${entry}`).toBeNull();
    }
    const newest = await readLast();
    await writeFile(file(), behind);
    expect((await verify()).problem).toBeNull();
    expect(await readLast()).toEqual(newest);

    await writeFile(file(), behind);
    const between = (await readBucket()).at(-2);
    await owner.query(`delete from storage.objects where name = $1`, [between]);
    expect((await verify()).problem).toMatchObject({ code: 'checkpoint_missing' });
    expect(await readFile(file(), 'utf8')).toBe(behind);
  });

  test('gets no first checkpoint for a log that is not new, until an operator accepts it', async () => {
    await verify();
    await rm(file());
    for (const statement of ['select 1', 'delete from storage.objects']) {
      await owner.query(statement);
      expect((await verify()).problem).toMatchObject({ code: 'checkpoint_file_missing' });
      await expect(readFile(file())).rejects.toThrow('ENOENT');
    }
    expect(await run('accept', '--reason', 'The file was lost with a disk')).toMatch(
      /^Accepted the log without the checkpoints that are missing or damaged\. /,
    );
    expect((await verify()).problem).toBeNull();
    expect(await run('check')).toMatch(/ are as they were linked\.$/);
  });

  test('a checkpoint of an earlier release is the start of the chain', async () => {
    await verify();
    const former = await run('checkpoint');
    await rm(file());
    await owner.query('delete from storage.objects');
    const stored = await server.call('/storage/v1/object/audit-checkpoints/0000000000003000.json', {
      as: 'service',
      method: 'POST',
      headers: { authorization: `Bearer ${server.secretKey}` },
      body: former,
    });
    expect(stored.status).toBe(200);
    await recordEntry();
    expect((await verify()).problem).toBeNull();
    const { payload } = signedStatementSchema.parse(JSON.parse(former));
    expect(await readLast()).toMatchObject({
      number: 1,
      previous: createHash('sha256').update(payload).digest('hex'),
    });
    expect((await verify()).problem).toBeNull();
  });
});
