import type { AuditLog, RecordKind } from '@homie/contracts';
import { expect, test } from 'vitest';
import { describeEntry } from './describe-entry';

const names = { ava: 'Ava Lane' };
const describe = (kind: RecordKind, of: AuditLog) => describeEntry(of, kind, names);

const entry = (action: string, rest: Partial<AuditLog> = {}): AuditLog => ({
  id: 'a1a2b3c4-d5e6-4789-8abc-def012345678',
  user_id: null,
  assistant_id: null,
  conversation_id: null,
  action,
  meta: {},
  created_at: '2026-11-21T01:00:00Z',
  updated_at: '2026-11-21T01:00:00Z',
  user_email: 'admin@test.example',
  assistant_label: null,
  assistant_kind: null,
  participant_id: null,
  participant_name: null,
  target_user_id: null,
  target_user_email: null,
  ...rest,
});

test('a change lists each field before and after', () => {
  const meta = {
    before: { label: 'Notes', web_research_enabled: false, web_domains: [] },
    after: { label: 'Shift notes', web_research_enabled: true, web_domains: ['a.org', 'b.org'] },
  };
  expect(describe('assistant', entry('assistant_updated', { meta }))).toEqual({
    deed: 'Assistant updated',
    about: undefined,
    changed: [
      { name: 'Label', before: 'Notes', after: 'Shift notes' },
      { name: 'Web research', before: 'Off', after: 'On' },
      { name: 'Custom web domains', before: '-', after: 'a.org, b.org' },
    ],
  });
});

test('RECORD-05 a grant names its recipient by name and email, the history of that user what was granted', () => {
  const grant = entry('access_granted', {
    assistant_label: 'Shift notes',
    target_user_id: 'ava',
    target_user_email: 'ava@test.example',
  });
  expect(describe('assistant', grant)).toMatchObject({
    deed: 'Access granted',
    about: 'Ava Lane (ava@test.example)',
    changed: [],
  });
  expect(describe('assistant', { ...grant, target_user_id: null }).about).toBe('ava@test.example');
  expect(describe('user', grant)).toMatchObject({ deed: 'Access granted', about: 'Shift notes' });
  const assigned = { ...grant, action: 'worker_assigned', participant_name: 'Maya Chen' };
  expect(describe('user', assigned)).toMatchObject({ deed: 'Worker assigned', about: 'Maya Chen' });
});

test('RECORD-05 a changed owner and review date of a document are in words', () => {
  const meta = {
    title: 'Fire drill',
    before: { owner_id: 'gone', review_on: null },
    after: { owner_id: 'ava', review_on: '2026-12-01' },
  };
  expect(describe('assistant', entry('document_changed', { meta })).changed).toEqual([
    { name: 'Owner', before: 'gone', after: 'Ava Lane' },
    { name: 'Review date', before: '-', after: '1 Dec 2026' },
  ]);
});

test('a grant to a role names the role', () => {
  expect(
    describe('assistant', entry('role_access_revoked', { meta: { role: 'support_worker' } })),
  ).toMatchObject({ deed: 'Role access revoked', about: 'support worker' });
});

test('DOCS-18 a grant of the right to edit names the right', () => {
  const meta = { right: 'edit_documents' };
  expect(
    describe('assistant', entry('access_revoked', { meta, target_user_email: 'ava@test.example' })),
  ).toMatchObject({ deed: 'Access to edit documents revoked', about: 'ava@test.example' });
});

test('a created record lists no fields, because all of them are new', () => {
  expect(
    describe('assistant', entry('assistant_created', { meta: { after: { label: 'Notes' } } }))
      .changed,
  ).toEqual([]);
});

test('DOCS-07 a change of a document names it, with its new version', () => {
  const meta = { title: 'Fire drill', version: 2 };
  expect(describe('assistant', entry('document_changed', { meta }))).toMatchObject({
    deed: 'Document changed',
    about: 'Fire drill, version 2',
  });
});
