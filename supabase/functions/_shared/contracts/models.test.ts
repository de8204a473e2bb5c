import { expect, test } from 'vitest';
import { assistantModelSchema } from './models.ts';
import { refusals } from './testing/refusals.ts';

test('omitted fields default to the settings of the server', () => {
  expect(assistantModelSchema.parse({ model: ' gpt-5.6 ' })).toEqual({
    provider: 'default',
    model: 'gpt-5.6',
    instructions: '',
    maxOutputTokens: null,
    maxInputTokens: null,
    fallback: null,
    vectorStoreIds: [],
  });
});

test.each([
  [
    { provider: 'Sydney 1' },
    'Provider must be lower-case letters, numbers and hyphens (max 40 chars)',
  ],
  [{ maxInputTokens: 999 }, 'Maximum input length must be at least 1,000'],
  [{ maxInputTokens: 2_000_001 }, 'Maximum input length must be at most 2,000,000'],
  [{ model: ' ' }, 'Model cannot be empty'],
  [{ model: 'a b' }, 'Model must be plain characters without blanks'],
  [{ model: 'm'.repeat(201) }, 'Model too long (max 200 chars)'],
  [{ instructions: 'x'.repeat(20_001) }, 'Instructions too long (max 20000 chars)'],
  [{ maxOutputTokens: 100.5 }, 'Maximum reply length must be a whole number'],
  [{ maxOutputTokens: 15 }, 'Maximum reply length must be at least 16'],
  [{ maxOutputTokens: 200_001 }, 'Maximum reply length must be at most 200,000'],
  [{ maxOutputTokens: 1e17 }, 'Maximum reply length must be at most 200,000'],
  [{ vectorStoreIds: ['store'] }, 'Vector store IDs must start with vs_'],
  [{ vectorStoreIds: Array.from({ length: 11 }, () => 'vs_1') }, 'At most 10 vector stores'],
])('%o is refused with %j', (fields, message) => {
  expect(refusals(assistantModelSchema, fields)).toEqual([message]);
});
