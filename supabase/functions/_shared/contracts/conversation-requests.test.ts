import { expect, test } from 'vitest';
import {
  createConversationRequestSchema,
  listConversationsQuerySchema,
  updateConversationRequestSchema,
} from './conversation-requests.ts';
import { ID, refusals } from './testing/refusals.ts';

test("RULE-06 an assistantId that is no uuid is refused with 'Invalid assistant ID'", () => {
  for (const assistantId of ['', 'x', 42, undefined, `${ID}0`]) {
    expect(refusals(createConversationRequestSchema, { assistantId })).toEqual([
      'Invalid assistant ID',
    ]);
  }
  expect(refusals(createConversationRequestSchema, { assistantId: ID })).toEqual([]);
});

test("RULE-07 a title is optional, and an empty one is refused with 'Title cannot be empty'", () => {
  expect(createConversationRequestSchema.parse({ assistantId: ID })).toEqual({ assistantId: ID });
  for (const title of ['', '   ']) {
    expect(refusals(createConversationRequestSchema, { assistantId: ID, title })).toEqual([
      'Title cannot be empty',
    ]);
  }
});

test('RULE-13 a new title is trimmed', () => {
  expect(updateConversationRequestSchema.parse({ title: '  Lease questions ' })).toEqual({
    title: 'Lease questions',
  });
  expect(refusals(updateConversationRequestSchema, { title: ' ' })).toEqual([
    'Title cannot be empty',
  ]);
});

test("LIMIT-03 a title has at most 120 characters, else 'Title too long'", () => {
  for (const schema of [createConversationRequestSchema, updateConversationRequestSchema]) {
    expect(refusals(schema, { assistantId: ID, title: 'x'.repeat(120) })).toEqual([]);
    expect(refusals(schema, { assistantId: ID, title: 'x'.repeat(121) })).toEqual([
      'Title too long',
    ]);
  }
});

test('API-34 a list starts at page 1 with 25 rows by default', () => {
  expect(listConversationsQuerySchema.parse({})).toMatchObject({ page: 1, pageSize: 25 });
  expect(listConversationsQuerySchema.parse({ page: '3', pageSize: '100' })).toMatchObject({
    page: 3,
    pageSize: 100,
  });
  for (const query of [{ page: '0' }, { page: '1.5' }, { page: 'x' }, { pageSize: '101' }]) {
    expect(refusals(listConversationsQuerySchema, query)).toHaveLength(1);
  }
});

test.each(['\0', '\ud800', 'a\udc00b'])(
  'text that Postgres cannot store is refused: %j',
  (part) => {
    expect(refusals(updateConversationRequestSchema, { title: `Title ${part}` })).toEqual([
      'Text contains characters that cannot be stored',
    ]);
    expect(refusals(updateConversationRequestSchema, { title: 'Title 😀' })).toEqual([]);
  },
);
