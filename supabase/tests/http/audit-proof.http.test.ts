import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { lazyAdminApi, type AdminApi, type Api } from '@homie/api-client';
import type { AuditExportCursor, AuditExportRow, AuditLog } from '@homie/contracts';
import { openDatabase, type Database } from '@homie/server';
import { createScratchDatabase, startTestServer } from '@homie/server/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, readRoleIds, serverRest, type Person, type Server } from './people.ts';

let calls: AdminApi;
beforeAll(async () => {
  calls = await lazyAdminApi();
});

interface Place {
  server: Server;
  admin: Person;
  worker: Person;
  api: Api;
}

function apiOf(server: Server, person: Person): Api {
  const { url: baseUrl, publishableKey } = server;
  return { baseUrl, publishableKey, getAccessToken: async () => person.token };
}

async function moveIn(server: Server): Promise<Place> {
  const roles = await readRoleIds(server);
  const admin = await createPerson(server, roles, 'admin');
  const worker = await createPerson(server, roles);
  return { server, admin, worker, api: apiOf(server, admin) };
}

async function readAll(api: Api, id: string): Promise<AuditExportRow[]> {
  const all: AuditExportRow[] = [];
  let cursor: AuditExportCursor | undefined;
  do {
    const page = await calls.readAuditExport(api, id, { cursor });
    all.push(...page.rows);
    cursor = page.next;
  } while (cursor);
  return all;
}

function hashesOf(rows: readonly AuditExportRow[]): string {
  const sum = createHash('sha256');
  for (const { hash } of rows) sum.update(hash, 'hex');
  return sum.digest('hex');
}

const actionsOf = async ({ server, admin }: Place, action: string) => {
  const query = { user_id: `eq.${admin.id}`, action: `eq.${action}` };
  return (await serverRest(server)('audit_logs', { query })).rows;
};

describe('the audit log', () => {
  let place: Place;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const server = await startTestServer({
      seed: true,
      functionSettings: { audit: { exportsPerHour: 3 } },
    });
    ({ stop } = server);
    place = await moveIn(server);
  });
  afterAll(() => stop());

  test('is verified link by link, in batches, and the verification is recorded in the log', async () => {
    const progress: number[] = [];
    const found = await calls.verifyAudit(place.api, {
      step: 1000,
      onProgress: ({ checked, total }) => progress.push(checked / total),
    });
    expect(found).toMatchObject({ problem: null, purged: 0 });
    expect(found.links).toBeGreaterThan(1000);
    expect(progress.length).toBeGreaterThan(2);
    expect(progress.at(-1)).toBe(1);
    const again = await calls.verifyAudit(place.api);
    expect(again).toMatchObject({ problem: null, links: found.links });
    expect(again.checkpoint).toMatchObject({ seq: found.links });
    expect(await actionsOf(place, 'audit_verified')).toHaveLength(1);
    // Verifies a time range, here with all entries, and one without entries.
    const time = { from: '2000-01-01T00:00:00Z' };
    const part = await calls.verifyAudit(place.api, { time, step: 1000 });
    expect(part).toMatchObject({ problem: null, range: { first: 1, last: part.links } });
    expect(part.links).toBeGreaterThanOrEqual(found.links);
    const empty = await calls.verifyAudit(place.api, { time: { to: time.from } });
    expect(empty).toMatchObject({ problem: null, links: 0 });
    const aborting = calls.verifyAudit(place.api, {
      signal: AbortSignal.abort(new Error('enough')),
    });
    await expect(aborting).rejects.toThrow('enough');
  });

  test('is exported as it is linked, with a signed sum, and so many times an hour', async () => {
    const { api, server, worker } = place;
    const { id, upTo } = await calls.startAuditExport(api, { sort: 'created_at_asc' }, 'jsonl');
    const rows = await readAll(api, id);
    expect(rows).toHaveLength(upTo);
    const entries = rows.map(calls.auditExportEntry);
    const { rows: stored } = await serverRest(server)('audit_logs', {
      query: { order: 'created_at.asc,id.asc', limit: '1000' },
    });
    const moment = (row: Record<string, unknown> | AuditLog) => ({
      ...row,
      created_at: Date.parse(String(row['created_at'])),
      updated_at: Date.parse(String(row['updated_at'])),
    });
    expect(entries.slice(0, 1000).map(moment)).toEqual(stored.map(moment));
    for (const { entry, previous, hash } of rows) {
      const digest = createHash('sha256').update(entry).digest();
      const link = createHash('sha256').update(Buffer.from(previous, 'hex')).update(digest);
      expect(link.digest('hex')).toBe(hash);
    }

    const { manifest, checkpoint } = await calls.finishAuditExport(api, id);
    const said = JSON.parse(manifest.payload) as Record<string, unknown>;
    expect(said).toMatchObject({
      kind: 'audit-export',
      exportId: id,
      rows: upTo,
      limited: false,
      firstSeq: 1,
      lastSeq: upTo,
      hashes: hashesOf(rows),
      filter: { sort: 'created_at_asc' },
    });
    const keys = await calls.listAuditKeys(api);
    expect(await calls.readAuditRetention(api)).toEqual({ days: null });
    expect(keys).toMatchObject([{ id: manifest.keyId, current: true }]);
    expect(checkpoint?.keyId).toBe(manifest.keyId);
    for (const { payload, signature } of [manifest, ...(checkpoint ? [checkpoint] : [])]) {
      const der = Buffer.from(keys[0]?.publicKey ?? '', 'base64');
      const key = await crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify']);
      const bytes = Buffer.from(signature, 'base64');
      expect(await crypto.subtle.verify('Ed25519', key, bytes, Buffer.from(payload))).toBe(true);
    }

    const filter = { userId: worker.id, q: 'their name', not: { q: 'x' } };
    const few = await calls.startAuditExport(api, filter, 'csv');
    expect(await readAll(api, few.id)).toEqual([]);
    const [{ meta } = { meta: {} }] = (await actionsOf(place, 'audit_exported')).filter((row) =>
      JSON.stringify(row['meta']).includes(few.id),
    );
    expect(meta).toMatchObject({ format: 'csv', keyword: true, filter: { userId: worker.id } });
    expect(JSON.stringify(meta)).not.toContain('their name');

    await calls.startAuditExport(api, {}, 'csv');
    await expect(calls.startAuditExport(api, {}, 'csv')).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      message: expect.stringMatching(
        /^You have started 3 exports in an hour, which is the limit\. Please try again in \d+ minutes\.$/,
      ),
    });
    expect(await actionsOf(place, 'audit_exported')).toHaveLength(3);
  });

  test('is exported only to the administrator who started the export', async () => {
    const { api, server } = place;
    const owner = apiOf(server, await createPerson(server, await readRoleIds(server), 'admin'));
    const { id } = await calls.startAuditExport(owner, {}, 'jsonl');
    const gone = 'This export no longer exists. Start it again.';
    await expect(calls.readAuditExport(api, id)).rejects.toThrow(gone);
    await expect(calls.finishAuditExport(api, id)).rejects.toThrow(gone);
    expect((await calls.readAuditExport(owner, id)).rows.length).toBeGreaterThan(0);
    expect((await calls.finishAuditExport(owner, id)).manifest).toBeDefined();
  });

  test('is closed to all other users', async () => {
    const { server, worker, api } = place;
    const other = apiOf(server, worker);
    for (const attempt of [
      () => calls.verifyAudit(other),
      () => calls.startAuditExport(other, {}, 'csv'),
      () => calls.listAuditKeys(other),
      () => calls.readAuditRetention(other),
      () => calls.finishAuditExport(other, crypto.randomUUID()),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'admin_required', status: 403 });
    await expect(calls.readAuditExport(other, crypto.randomUUID())).rejects.toMatchObject({
      code: '42501',
    });
    for (const attempt of [
      () => calls.readAuditExport(api, crypto.randomUUID()),
      () => calls.finishAuditExport(api, crypto.randomUUID()),
    ])
      await expect(attempt()).rejects.toThrow('This export no longer exists. Start it again.');
    await expect(calls.finishAuditExport(api, 'x')).rejects.toMatchObject({ status: 422 });
    const list = { method: 'POST', headers: { authorization: `Bearer ${place.admin.token}` } };
    for (const path of ['object/list/audit-checkpoints', 'object/audit-checkpoints/x.json']) {
      const response = await fetch(`${server.url}/storage/v1/${path}`, {
        ...list,
        headers: {
          ...list.headers,
          apikey: server.publishableKey,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ prefix: '', limit: 10, offset: 0 }),
      });
      expect(response.ok ? await response.json() : []).toEqual([]);
    }
  });
});

// The owner of the tables has to connect alongside the server.
describe('the owner of the database', () => {
  let place: Place;
  let owner: Database;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    const { databaseUrl, drop } = await createScratchDatabase({
      migrationsDir: join(import.meta.dirname, '../../migrations'),
    });
    const server = await startTestServer({ database: { databaseUrl } });
    owner = await openDatabase({ databaseUrl });
    place = await moveIn(server);
    await owner.exec(
      `insert into public.audit_logs (action, meta) select 'denied', jsonb_build_object('n', n) from generate_series(1, 2500) as n;`,
    );
    stop = async () => {
      await owner.close();
      await server.stop();
      await drop();
    };
    return () => stop();
  });
  /** Runs statements without triggers. Statements sent together run in one transaction. */
  const past = (how: string) =>
    owner.exec(
      `alter table public.audit_logs disable trigger all; alter table private.audit_chain disable trigger all;
       ${how}
       alter table public.audit_logs enable trigger all; alter table private.audit_chain enable trigger all;`,
    );

  test('is detected by Verify after changing an entry', async () => {
    await past(`update public.audit_logs set meta = '{}' where meta ->> 'n' = '2000';`);
    const { problem } = await calls.verifyAudit(place.api, { step: 1000 });
    const [row] = await owner.query<{ id: string; seq: string }>(
      `select entry_id as id, seq from private.audit_chain where entry_id = (select id from public.audit_logs where meta = '{}' and action = 'denied')`,
    );
    expect(problem).toEqual({ code: 'entry_changed', seq: Number(row?.seq), entryId: row?.id });
  });

  test('is detected by the checkpoint after deleting the end or rewriting the log', async () => {
    const { links } = await calls.verifyAudit(place.api);
    await past(
      `create table public.kept as select * from private.audit_chain;
       delete from public.audit_logs where id in (select entry_id from private.audit_chain where seq > 2000);
       delete from private.audit_chain where seq > 2000;
       update private.audit_head set (seq, hash) = (select seq, hash from private.audit_chain where seq = 2000);`,
    );
    const { problem, checkpoint } = await calls.verifyAudit(place.api);
    expect(checkpoint?.seq).toBe(links);
    expect(problem).toMatchObject({ code: 'checkpoint_beyond_end' });

    // Rewrites the log with as many entries as before.
    await past(
      `insert into public.audit_logs (action) select 'login' from generate_series(1, 600);
       delete from private.audit_chain;
       update private.audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex');
       insert into private.audit_unlinked (entry_id, digest)
       select id, private.audit_digest(audit_logs) from public.audit_logs order by created_at, id;
       select private.link_entries();`,
    );
    const again = await calls.verifyAudit(place.api);
    expect(again.problem).toMatchObject({ code: 'checkpoint_differs', seq: links });
    const { id } = await calls.startAuditExport(place.api, {}, 'jsonl');
    expect((await calls.finishAuditExport(place.api, id)).checkpoint).toBeNull();
  });

  test('an export contains every row once during concurrent writes', async () => {
    const { api } = place;
    const { id, upTo } = await calls.startAuditExport(api, { actions: ['denied'] }, 'jsonl');
    let isReading = true;
    let written = 0;
    const write = async () => {
      while (isReading) {
        await owner.query(`select public.record_audit('denied', null)`);
        written += 1;
      }
    };
    const writing = Promise.all([write(), write(), write()]);
    const rows = await readAll(api, id);
    isReading = false;
    await writing;
    const { manifest } = await calls.finishAuditExport(api, id);
    expect(rows.map((row) => calls.auditExportEntry(row).meta['n'])).toHaveLength(2500);
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(2500);
    expect(Math.max(...rows.map(({ seq }) => seq))).toBeLessThanOrEqual(upTo);
    expect(written).toBeGreaterThan(0);
    expect(JSON.parse(manifest.payload)).toMatchObject({ rows: 2500, hashes: hashesOf(rows) });
  });
});
