import { expect, test } from 'vitest';
import { suggestedQuestions } from './suggested-questions';

const maya = { kind: 'participant', label: 'Home', participant_name: 'Maya Pereira' } as const;

test('START-06 suggests the questions of the assistant; without any, questions about work or about the person, by name if known', () => {
  const org = suggestedQuestions({ kind: 'org', label: 'Leave' });
  const examples = suggestedQuestions({ ...maya, suggested_questions: [] });
  expect(new Set([...org, ...examples]).size).toBe(6);
  expect(examples.every((question) => question.includes('Maya'))).toBe(true);
  const suggested_questions = ['What is for lunch?'];
  expect(suggestedQuestions({ ...maya, suggested_questions })).toEqual(suggested_questions);
  expect(suggestedQuestions({ ...maya, participant_name: null })).toEqual([
    'What should I know before a visit?',
    'What does a good day look like?',
    'Suggest what we could do today.',
  ]);
});
