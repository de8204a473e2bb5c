import { expect, test } from 'vitest';
import { excludedTerms } from './excluded-terms';

const names = {
  nameOf: (_field: string, id: string) => (id === 'u1' ? 'ada@example.org' : undefined),
  actionWords: (action: string) => action.replaceAll('_', ' '),
};

test('each thing that is left out is named, and can be taken back alone', () => {
  const not = { userId: 'u1', assistantId: 'a1', actions: ['login', 'run_failed'], q: 'openai' };
  const terms = excludedTerms(not, names);
  expect(terms.map(({ text }) => text)).toEqual([
    'user: ada@example.org',
    'assistant: a1',
    'keyword: openai',
    'action: login',
    'action: run failed',
  ]);
  expect(terms[0]?.without).toEqual({ ...not, userId: undefined });
  expect(terms[3]?.without).toEqual({ ...not, actions: ['run_failed'] });
  const [last] = excludedTerms({ actions: ['login'] }, names);
  expect(last?.without).toEqual({ actions: undefined });
  expect(excludedTerms({}, names)).toEqual([]);
});
