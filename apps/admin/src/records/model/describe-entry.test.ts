import type { AuditLog } from '@homie/contracts';
import { expect, test } from 'vitest';
import { describeEntry } from './describe-entry';

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
  expect(describeEntry(entry('assistant_updated', { meta }))).toEqual({
    deed: 'Assistant updated',
    about: undefined,
    changed: [
      { name: 'Label', before: 'Notes', after: 'Shift notes' },
      { name: 'Web research', before: 'Off', after: 'On' },
      { name: 'Custom web domains', before: '-', after: 'a.org, b.org' },
    ],
  });
});

test('a grant names its recipient', () => {
  expect(
    describeEntry(entry('access_granted', { target_user_email: 'ava@test.example' })),
  ).toMatchObject({ deed: 'Access granted', about: 'ava@test.example', changed: [] });
  expect(
    describeEntry(entry('role_access_revoked', { meta: { role: 'support_worker' } })),
  ).toMatchObject({ deed: 'Role access revoked', about: 'support worker' });
});

test('DOCS-18 a grant of the right to edit names the right', () => {
  const meta = { right: 'edit_documents' };
  expect(
    describeEntry(entry('access_revoked', { meta, target_user_email: 'ava@test.example' })),
  ).toMatchObject({ deed: 'Access to edit documents revoked', about: 'ava@test.example' });
});

test('a created record lists no fields, because all of them are new', () => {
  expect(
    describeEntry(entry('assistant_created', { meta: { after: { label: 'Notes' } } })).changed,
  ).toEqual([]);
});

test('DOCS-07 a change of a document names it, with its new version', () => {
  const meta = { title: 'Fire drill', version: 2 };
  expect(describeEntry(entry('document_changed', { meta }))).toMatchObject({
    deed: 'Document changed',
    about: 'Fire drill, version 2',
  });
});
