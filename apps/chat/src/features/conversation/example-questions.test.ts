import { expect, test } from 'vitest';
import { exampleQuestions } from './example-questions';

test('suggests questions about work for an organisation assistant, and about the person for a participant assistant, by name if known', () => {
  const org = exampleQuestions({ kind: 'org', label: 'Leave' });
  const maya = exampleQuestions({ kind: 'participant', label: 'Home', participant_name: 'Maya' });
  expect(new Set([...org, ...maya]).size).toBe(6);
  expect(maya.every((question) => question.includes('Maya'))).toBe(true);
  const unnamed = exampleQuestions({ kind: 'participant', label: 'Home', participant_name: null });
  expect(unnamed).toEqual([
    'What should I know before a visit?',
    'What does a good day look like?',
    'Suggest what we could do today.',
  ]);
});
