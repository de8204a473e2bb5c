import { expect, test } from 'vitest';
import { plainLine } from './text.ts';
import { createConversationRequestSchema } from './conversation-requests.ts';
import { documentTitleSchema } from './documents.ts';

test('TEXT-01 a name or title is cleaned to one line without hidden characters', () => {
  expect(plainLine('a\tb\r\nc\u2028d\u202ee\u200bf\u{e0041}')).toBe('a b  c def');
  expect(plainLine('Zoë 👩\u200d👧 برنامه\u200cها')).toBe('Zoë 👩\u200d👧 برنامه\u200cها');
});

test('TEXT-01 a title of hidden characters alone is empty', () => {
  expect(documentTitleSchema.safeParse('\u200b\u2066').error?.issues[0]?.message).toBe(
    'Title is required',
  );
  expect(documentTitleSchema.parse(' Care\u202e plan\n')).toBe('Care plan');
  const request = { assistantId: '00000000-0000-4000-8000-000000000001', title: '\ufeff' };
  expect(createConversationRequestSchema.safeParse(request).error?.issues[0]?.message).toBe(
    'Title cannot be empty',
  );
});
