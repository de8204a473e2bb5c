import { expect, test } from 'vitest';
import { assistantInputSchema, listAssistantsQuerySchema, parseLines } from './assistant-input.ts';
import { ID, refusals } from './testing/refusals.ts';

const assistant = { label: 'House Rules', openai_assistant_id: 'asst_1' };

test('RULE-17 a label is ASCII, and a kind is org or participant', () => {
  expect(
    refusals(assistantInputSchema, { ...assistant, kind: 'participant', participant_id: ID }),
  ).toEqual([]);
  expect(refusals(assistantInputSchema, { ...assistant, label: 'Café' })).toEqual([
    'Label must contain only ASCII printable characters',
  ]);
  expect(refusals(assistantInputSchema, { ...assistant, kind: 'team' })).toEqual([
    'Kind must be org or participant',
  ]);
});

test("RULE-18 a provider's assistant id starts with asst_", () => {
  for (const openai_assistant_id of ['', 'assistant_1', 'ASST_1', ' asst_1', 'asst_']) {
    expect(refusals(assistantInputSchema, { ...assistant, openai_assistant_id })).toEqual([
      'Assistant ID must start with asst_',
    ]);
  }
});

test('RULE-19 a web domain has letters, digits, dots and hyphens only', () => {
  expect(
    refusals(assistantInputSchema, { ...assistant, web_domains: ['ndis.gov.au', 'a-1.org'] }),
  ).toEqual([]);
  for (const domain of ['https://ndis.gov.au', 'a b', 'a_b.org', 'a/b', '*.org', '']) {
    expect(refusals(assistantInputSchema, { ...assistant, web_domains: [domain] })).toHaveLength(1);
  }
});

test('RULE-20 custom domains are read one per line, trimmed, without blank lines', () => {
  expect(parseLines(' ndis.gov.au \r\n\n  \nhealth.vic.gov.au\n')).toEqual([
    'ndis.gov.au',
    'health.vic.gov.au',
  ]);
  expect(parseLines('')).toEqual([]);
});

test('LIMIT-06 a label has 3 to 60 characters', () => {
  const issues = (length: number) =>
    refusals(assistantInputSchema, { ...assistant, label: 'x'.repeat(length) });
  expect(issues(2)).toEqual(['Label must be at least 3 characters']);
  expect(issues(3)).toEqual([]);
  expect(issues(60)).toEqual([]);
  expect(issues(61)).toEqual(['Label must be at most 60 characters']);
});

test('LIMIT-07 an assistant accepts at most 50 web domains', () => {
  expect(
    refusals(assistantInputSchema, { ...assistant, web_domains: Array(50).fill('a.org') }),
  ).toEqual([]);
  expect(
    refusals(assistantInputSchema, { ...assistant, web_domains: Array(51).fill('a.org') }),
  ).toEqual(['At most 50 domains']);
});

test("LIMIT-08 a search text has at most 80 characters, else 'Query too long (max 80 chars)'", () => {
  expect(refusals(listAssistantsQuerySchema, { q: 'x'.repeat(80) })).toEqual([]);
  expect(refusals(listAssistantsQuerySchema, { q: 'x'.repeat(81) })).toEqual([
    'Query too long (max 80 chars)',
  ]);
});

test('LIMIT-09 at most 50 assistants are listed, whatever the requested limit', () => {
  expect(listAssistantsQuerySchema.parse({})).toEqual({ limit: 50 });
  expect(listAssistantsQuerySchema.parse({ limit: '20' })).toEqual({ limit: 20 });
  expect(listAssistantsQuerySchema.parse({ limit: '51' })).toEqual({ limit: 50 });
  expect(refusals(listAssistantsQuerySchema, { limit: '0' })).toEqual(['limit must be at least 1']);
});

test('LIMIT-20 a new assistant is an org one with web research off and org domains on', () => {
  expect(assistantInputSchema.parse(assistant)).toEqual({
    ...assistant,
    kind: 'org',
    participant_id: null,
    web_research_enabled: false,
    use_org_domains: true,
    web_domains: [],
  });
});

test('DATA-07 only a participant assistant has a participant', () => {
  const { participant_id } = assistantInputSchema.parse({ ...assistant, participant_id: ID });
  expect(participant_id).toBeNull();
  const own = { ...assistant, kind: 'participant', participant_id: ID };
  expect(assistantInputSchema.parse(own).participant_id).toBe(ID);
});

test('custom domains are stored only while the assistant uses them', () => {
  const parsed = (web_research_enabled: boolean, use_org_domains: boolean) =>
    assistantInputSchema.parse({
      ...assistant,
      web_research_enabled,
      use_org_domains,
      web_domains: ['a.org'],
    }).web_domains;
  expect(parsed(true, false)).toEqual(['a.org']);
  expect(parsed(true, true)).toEqual([]);
  expect(parsed(false, false)).toEqual([]);
});

test('START-05 an assistant has a description and up to 4 suggested questions, each one line of at most 120 characters', () => {
  const issues = (fields: object) => refusals(assistantInputSchema, { ...assistant, ...fields });
  const longest = 'x'.repeat(120);
  const suggested_questions = Array.from({ length: 4 }, () => longest);
  expect(issues({ description: longest, suggested_questions })).toEqual([]);
  expect(issues({ description: '', suggested_questions: [] })).toEqual([]);
  expect(issues({ description: `${longest}x` })).toEqual([
    'Description must be at most 120 characters',
  ]);
  expect(issues({ description: 'two\nlines' })).toEqual([]);
  expect(issues({ suggested_questions: [...suggested_questions, 'Why?'] })).toEqual([
    'At most 4 questions',
  ]);
  expect(issues({ suggested_questions: ['  '] })).toEqual(['A question cannot be empty']);
  expect(issues({ suggested_questions: [`${longest}x`] })).toEqual([
    'A question must be at most 120 characters',
  ]);
});
