import { lazyAdminApi, type AdminApi, type Api } from '@homie/api-client';
import type { AuditExportRow } from '@homie/contracts';
import { beforeAll, expect, test, vi } from 'vitest';
import { auditExportTask, type AuditExportOptions } from './audit-export-task';

const api: Api = { baseUrl: '', publishableKey: '', getAccessToken: () => Promise.resolve(null) };
const filter: AuditExportOptions['filter'] = { page: 1, pageSize: 50, sort: 'created_at_desc' };
const cursor = { moment: 1, id: '4d1f3c1e-0000-4000-8000-000000000001' };
const statement = { payload: '{}', keyId: 'key', signature: 'c2ln' };

/** Returns an entry as the server exports it. Its JSON has irregular formatting, which the export must preserve. */
function rowOf(seq: number): AuditExportRow {
  const entry =
    `{"id": "${cursor.id}", "meta": {"number": ${seq}}, "action": "login", "user_id": null, "assistant_id": null,
    "conversation_id": null, "created_at": "2026-11-21T10:05:09.5Z", "updated_at": "2026-11-21T10:05:09.5Z", "user_email": null,
    "assistant_label": null, "assistant_kind": null, "participant_id": null, "participant_name": null, "target_user_id": null,
    "target_user_email": null}`.replaceAll(/\n\s+/g, ' ');
  return { seq, previous: '0'.repeat(64), hash: 'f'.repeat(64), entry };
}

let admin: AdminApi;
beforeAll(async () => {
  admin = await lazyAdminApi();
});

async function run(format: AuditExportOptions['format'], total: number) {
  const finish = vi.fn<AdminApi['finishAuditExport']>();
  finish.mockResolvedValue({ manifest: statement, checkpoint: null });
  let read = 0;
  const audit: AdminApi = {
    ...admin,
    startAuditExport: () => Promise.resolve({ id: cursor.id, upTo: total }),
    readAuditExport: () => {
      const rows = Array.from({ length: Math.min(1000, total - read) }, () => rowOf((read += 1)));
      return Promise.resolve({ rows, next: read < total ? cursor : undefined });
    },
    finishAuditExport: finish,
  };
  const progress: [number, number][] = [];
  const options = { filter, format, fileName: 'audit', expected: total };
  const exported = await auditExportTask(api, audit, options).run(
    new AbortController().signal,
    (...step) => void progress.push(step),
  );
  const lines = (await exported.file.text()).trimEnd().split(/\r?\n/);
  return { exported, lines, progress, finish };
}

test('EXPORT-01 EXPORT-06 a CSV file contains a header and a line for each row', async () => {
  const { exported, lines, progress } = await run('csv', 1500);
  expect(lines).toHaveLength(1501);
  expect(lines[0]).toMatch(/^"created_at_utc"/);
  expect(lines[1500]).toMatch(/^"2026-11-21T10:05:09.500Z".*"{""number"":1500}"$/);
  expect(exported).toMatchObject({ count: 1500, limited: false });
  expect(exported.file.type).toBe('text/csv;charset=utf-8');
  expect(progress).toEqual([
    [1000, 1500],
    [1500, 1500],
  ]);
});

test('JSON Lines contain the entries verbatim and end with the signed manifest', async () => {
  const { lines, finish } = await run('jsonl', 2);
  expect(lines).toEqual([
    admin.auditExportLine(rowOf(1)),
    admin.auditExportLine(rowOf(2)),
    JSON.stringify({ manifest: statement, checkpoint: null }),
  ]);
  expect(finish).toHaveBeenCalledOnce();
});
