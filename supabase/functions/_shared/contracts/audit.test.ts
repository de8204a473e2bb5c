import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, auditFilterSchema, defaultAuditFilter } from './audit.ts';
import { ID, refusals } from './testing/refusals.ts';

test('DATA-19 the audit actions are the twelve of the specification', () => {
  expect([...AUDIT_ACTIONS]).toEqual([
    'login',
    'conversation_created',
    'send_message',
    'run_started',
    'run_succeeded',
    'run_failed',
    'run_stream_started',
    'run_stream_completed',
    'upload_file',
    'web_research',
    'conversation_deleted',
    'denied',
  ]);
});

test('DATA-20 the audit filter has all its fields', () => {
  const filter = {
    from: '2026-11-01T00:00:00Z',
    to: '2026-11-02T00:00:00+11:00',
    userId: ID,
    assistantId: ID,
    participantId: ID,
    conversationId: ID,
    actions: ['login'],
    q: 'lease',
    not: { userId: ID, actions: ['denied'], q: 'draft' },
    page: 2,
    pageSize: 10,
    sort: 'created_at_asc',
  };
  expect(auditFilterSchema.parse(filter)).toEqual(filter);
});

test('RULE-29 RULE-30 LIMIT-24 LIMIT-25 excluded values follow the same rules as included ones', () => {
  const messages = {
    userId: [ID.slice(1), 'Invalid user ID'],
    assistantId: ['', 'Invalid assistant ID'],
    participantId: ['x', 'Invalid participant ID'],
    conversationId: ['x', 'Invalid conversation ID'],
    actions: [['Login'], 'Actions use lowercase letters and underscores only'],
    q: ['x'.repeat(121), 'Keyword too long (max 120 chars)'],
  };
  for (const [field, [value, message]] of Object.entries(messages)) {
    expect(refusals(auditFilterSchema, { [field]: value })).toEqual([message]);
    expect(refusals(auditFilterSchema, { not: { [field]: value } })).toEqual([message]);
  }
  expect(refusals(auditFilterSchema, { not: { actions: Array(26).fill('login') } })).toEqual([
    'At most 25 actions',
  ]);
  expect(refusals(auditFilterSchema, { not: { q: 'a\0b' } })).toEqual([
    'Text contains characters that cannot be stored',
  ]);
  expect(refusals(auditFilterSchema, { not: {} })).toEqual([]);
});

test('RULE-29 from and to are datetimes and the ids uuids', () => {
  for (const field of ['from', 'to', 'userId', 'assistantId', 'participantId', 'conversationId']) {
    expect(refusals(auditFilterSchema, { [field]: '2026-11-01' })).toHaveLength(1);
  }
});

test('RULE-30 actions have lowercase letters and underscores only', () => {
  expect(refusals(auditFilterSchema, { actions: ['run_failed'] })).toEqual([]);
  for (const action of ['Login', 'run-failed', 'a1', '', 'a,b']) {
    expect(refusals(auditFilterSchema, { actions: [action] })).toHaveLength(1);
  }
});

test('RULE-31 the page is a whole number from 1, by default 1', () => {
  expect(auditFilterSchema.parse({}).page).toBe(1);
  for (const page of [0, -1, 1.5, '2'])
    expect(refusals(auditFilterSchema, { page })).toHaveLength(1);
});

test('RULE-32 the sort is created_at_desc or created_at_asc, by default created_at_desc', () => {
  expect(auditFilterSchema.parse({}).sort).toBe('created_at_desc');
  expect(refusals(auditFilterSchema, { sort: 'created_at_asc' })).toEqual([]);
  expect(refusals(auditFilterSchema, { sort: 'action' })).toHaveLength(1);
});

test('LIMIT-21 the page size is a whole number from 1 to 100, by default 50', () => {
  expect(auditFilterSchema.parse({}).pageSize).toBe(50);
  for (const pageSize of [1, 100]) expect(refusals(auditFilterSchema, { pageSize })).toEqual([]);
  for (const pageSize of [0, 101, 1.5])
    expect(refusals(auditFilterSchema, { pageSize })).toHaveLength(1);
});

test('invalid dates, pages, page sizes and sorts have readable error messages', () => {
  const messages = {
    from: 'from must be a date and time',
    to: 'to must be a date and time',
    page: 'page must be a whole number',
    pageSize: 'pageSize must be a whole number',
    sort: 'sort must be created_at_desc or created_at_asc',
  };
  for (const [field, message] of Object.entries(messages))
    expect(refusals(auditFilterSchema, { [field]: 'soon' })).toEqual([message]);
  expect(refusals(auditFilterSchema, { page: 0, pageSize: 101 })).toEqual([
    'page must be at least 1',
    'pageSize must be at most 100',
  ]);
  expect(refusals(auditFilterSchema, { pageSize: 0 })).toEqual(['pageSize must be at least 1']);
});

test('LIMIT-24 a filter has at most 25 actions', () => {
  expect(refusals(auditFilterSchema, { actions: Array(25).fill('login') })).toEqual([]);
  expect(refusals(auditFilterSchema, { actions: Array(26).fill('login') })).toEqual([
    'At most 25 actions',
  ]);
});

test('LIMIT-25 the keyword has at most 120 characters', () => {
  expect(refusals(auditFilterSchema, { q: 'x'.repeat(120) })).toEqual([]);
  expect(refusals(auditFilterSchema, { q: 'x'.repeat(121) })).toEqual([
    'Keyword too long (max 120 chars)',
  ]);
});

test('AUDIT-14 the default is the last 14 days, first page, 50 rows, newest first', () => {
  expect(defaultAuditFilter(new Date('2026-11-21T10:00:00Z'))).toEqual({
    from: '2026-11-07T10:00:00.000Z',
    to: '2026-11-21T10:00:00.000Z',
    page: 1,
    pageSize: 50,
    sort: 'created_at_desc',
  });
});
