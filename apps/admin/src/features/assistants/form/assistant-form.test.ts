import * as contracts from '@homie/contracts/admin';
import { expect, test } from 'vitest';
import {
  assistantFormSchema,
  newAssistant,
  newAssistantSchema,
  type AssistantFormValues,
} from './assistant-form';

const assistant = { ...newAssistant, label: 'House rules', openai_assistant_id: 'asst_1' };
const validate = (values: AssistantFormValues) =>
  assistantFormSchema(contracts)['~standard'].validate(values);

test('parses visible domains, one per line', () => {
  const own = { web_research_enabled: true, use_org_domains: false };
  expect(validate({ ...assistant, ...own, web_domains: ' ndis.gov.au \n\nhealth.gov.au' })).toEqual(
    {
      value: expect.objectContaining({ web_domains: ['ndis.gov.au', 'health.gov.au'] }),
    },
  );
  expect(validate({ ...assistant, ...own, web_domains: 'ndis.gov.au\nnot one' })).toEqual({
    issues: [
      {
        path: ['web_domains'],
        message: 'not one: Domains use letters, digits, dots and hyphens only',
      },
    ],
  });
});

test('reduces a web address to its domain', () => {
  const own = { web_research_enabled: true, use_org_domains: false };
  const web_domains =
    'https://ndis.gov.au/about?tab=1\nHTTP://Health.gov.au:443\nndis.gov.au/plans\nexample.org\nftp://a.org';
  expect(validate({ ...assistant, ...own, web_domains })).toEqual({
    issues: [
      {
        path: ['web_domains'],
        message: 'ftp://a.org: Domains use letters, digits, dots and hyphens only',
      },
    ],
  });
  expect(
    validate({ ...assistant, ...own, web_domains: web_domains.replace('\nftp://a.org', '') }),
  ).toEqual({
    value: expect.objectContaining({
      web_domains: ['ndis.gov.au', 'health.gov.au', 'example.org'],
    }),
  });
});

test('hidden domains are neither validated nor saved', () => {
  expect(validate({ ...assistant, web_domains: 'not one' })).toEqual({
    value: expect.objectContaining({ web_domains: [] }),
  });
});

test('PROV-15 a new assistant without a key gets one, and an edited one does not', () => {
  const create = newAssistantSchema(contracts)['~standard'].validate;
  const created = create({ ...assistant, openai_assistant_id: '' });
  expect(created).toEqual({
    value: expect.objectContaining({
      openai_assistant_id: expect.stringMatching(/^asst_[\da-f]{24}$/),
    }),
  });
  expect(created).not.toEqual(create({ ...assistant, openai_assistant_id: '' }));
  expect(validate({ ...assistant, openai_assistant_id: '' })).toEqual({
    issues: [{ path: ['openai_assistant_id'], message: 'Assistant ID must start with asst_' }],
  });
});

test('returns the issues of each field', () => {
  expect(validate({ ...assistant, label: 'ab', openai_assistant_id: 'x' })).toEqual({
    issues: [
      { path: ['label'], message: 'Label must be at least 3 characters' },
      { path: ['openai_assistant_id'], message: 'Assistant ID must start with asst_' },
    ],
  });
});

test('START-05 suggested questions are typed one per line, and an issue names its line', () => {
  const typed = {
    ...assistant,
    description: ' Finds a policy. ',
    suggested_questions: 'A?\n\n B? ',
  };
  expect(validate(typed)).toEqual({
    value: expect.objectContaining({
      description: 'Finds a policy.',
      suggested_questions: ['A?', 'B?'],
    }),
  });
  const long = 'x'.repeat(121);
  expect(validate({ ...assistant, suggested_questions: `A?\n${long}` })).toEqual({
    issues: [
      {
        path: ['suggested_questions'],
        message: `${long}: A question must be at most 120 characters`,
      },
    ],
  });
});

test('USAGE-08 a budget is typed with or without separators, and none is no limit', () => {
  const parse = (monthly_token_budget: string) => validate({ ...assistant, monthly_token_budget });
  const budget = (value: number | null) => ({
    value: expect.objectContaining({ monthly_token_budget: value }),
  });
  expect(parse(' 1,000 000 ')).toEqual(budget(1_000_000));
  expect(parse(' ')).toEqual(budget(null));
  const issue = (message: string) => ({ issues: [{ path: ['monthly_token_budget'], message }] });
  expect(parse('999')).toEqual(issue('Budget must be at least 1,000 tokens'));
  const tooMuch = issue('Budget must be at most 1,000,000,000,000 tokens');
  expect(parse('1,000,000,000,001')).toEqual(tooMuch);
  // Too large for an exact number.
  expect(parse('99999999999999999999')).toEqual(tooMuch);
  expect(parse('1000.5')).toEqual(issue('Budget must be a whole number'));
  expect(parse('many')).toEqual(issue('Budget must be a number'));
});
