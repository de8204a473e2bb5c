import type { AuditLog } from '@homie/contracts';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvHeader, csvLine } from './audit-csv';

const row: AuditLog = {
  id: '4d1f3c1e-0000-4000-8000-000000000001',
  user_id: '4d1f3c1e-0000-4000-8000-000000000002',
  assistant_id: '4d1f3c1e-0000-4000-8000-000000000003',
  conversation_id: '4d1f3c1e-0000-4000-8000-000000000004',
  action: 'run_failed',
  meta: { code: 'rate_limited', note: 'say "hi"' },
  created_at: '2026-11-21T10:05:09.5+00:00',
  updated_at: '2026-11-21T10:05:09.5+00:00',
  user_email: 'ava@test.example',
  assistant_label: '=cmd',
  assistant_kind: 'participant',
  participant_id: '4d1f3c1e-0000-4000-8000-000000000005',
  participant_name: 'Zoë',
  target_user_id: null,
  target_user_email: null,
};

test('EXPORT-06 the columns are in the order of the specification', () => {
  expect(csvHeader).toBe(
    '"created_at_utc","created_at_aest","action","user_email","user_id","assistant_label","assistant_id",' +
      '"assistant_kind","participant_name","participant_id","conversation_id","meta_json"\r\n',
  );
  const [read] = Papa.parse<Record<string, string>>(csvHeader + csvLine(row), {
    header: true,
    skipEmptyLines: true,
  }).data;
  expect(read).toEqual({
    created_at_utc: '2026-11-21T10:05:09.500Z',
    created_at_aest: '2026-11-21T21:05:09.500+11:00',
    action: 'run_failed',
    user_email: 'ava@test.example',
    user_id: row.user_id,
    assistant_label: "'=cmd",
    assistant_id: row.assistant_id,
    assistant_kind: 'participant',
    participant_name: 'Zo_',
    participant_id: row.participant_id,
    conversation_id: row.conversation_id,
    meta_json: JSON.stringify(row.meta),
  });
});

test('EXPORT-06 a missing value is an empty cell', () => {
  const bare = { ...row, user_email: null, assistant_kind: null, conversation_id: null, meta: {} };
  const cells = Papa.parse<string[]>(csvLine(bare).trim()).data[0];
  expect(cells).toHaveLength(12);
  expect([cells?.[3], cells?.[7], cells?.[10], cells?.[11]]).toEqual(['', '', '', '{}']);
});

test('LIMIT-26 EXPORT-06 created_at_aest follows the month rule', () => {
  const winter = { ...row, created_at: '2026-07-01T14:30:00+00:00' };
  expect(csvLine(winter)).toContain('"2026-07-02T00:30:00.000+10:00"');
});
