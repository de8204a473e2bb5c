import { expect, test } from 'vitest';
import { researchRequestSchema, sendMessageRequestSchema } from './message-requests.ts';
import { refusals } from './testing/refusals.ts';

const idempotencyKey = 'key-1';
const attachment = {
  name: 'lease.pdf',
  size: 12,
  mime: 'application/pdf',
  sha256: 'a'.repeat(64),
  supabasePath: 'attachments/1',
  openaiFileId: null,
};

test("RULE-10 content and attachments are each optional, and empty content is refused with 'Message cannot be empty'", () => {
  expect(refusals(sendMessageRequestSchema, { content: 'Hello', idempotencyKey })).toEqual([]);
  expect(refusals(sendMessageRequestSchema, { attachments: [attachment], idempotencyKey })).toEqual(
    [],
  );
  for (const content of ['', ' \n']) {
    expect(
      refusals(sendMessageRequestSchema, { content, attachments: [attachment], idempotencyKey }),
    ).toEqual(['Message cannot be empty']);
  }
});

test("RULE-11 neither content nor attachments is refused with 'Either content or attachments must be provided'", () => {
  for (const input of [{ idempotencyKey }, { attachments: [], idempotencyKey }]) {
    expect(refusals(sendMessageRequestSchema, input)).toEqual([
      'Either content or attachments must be provided',
    ]);
  }
});

test("RULE-12 LIMIT-05 a research query has 1 to 16000 characters, else 'Query cannot be empty' or 'Query too long'", () => {
  expect(refusals(researchRequestSchema, { query: '' })).toEqual(['Query cannot be empty']);
  expect(refusals(researchRequestSchema, { query: 'x'.repeat(16_000) })).toEqual([]);
  expect(refusals(researchRequestSchema, { query: 'x'.repeat(16_001) })).toEqual([
    'Query too long',
  ]);
});

test("LIMIT-04 a message has at most 16000 characters, else 'Message too long'", () => {
  expect(
    refusals(sendMessageRequestSchema, { content: 'x'.repeat(16_000), idempotencyKey }),
  ).toEqual([]);
  expect(
    refusals(sendMessageRequestSchema, { content: 'x'.repeat(16_001), idempotencyKey }),
  ).toEqual(['Message too long']);
});

test('content is stored verbatim, including surrounding whitespace', () => {
  const content = '  line\n\tnext 😀  ';
  expect(sendMessageRequestSchema.parse({ content, idempotencyKey })).toEqual({
    content,
    idempotencyKey,
  });
});

test('a send without an idempotencyKey is refused', () => {
  expect(refusals(sendMessageRequestSchema, { content: 'Hello' })).toEqual([
    'idempotencyKey is required',
  ]);
});
