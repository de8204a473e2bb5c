import { expect, test } from 'vitest';
import { exampleQuestions } from './example-questions';

test('an organisation’s assistant is asked about the work, one for a participant about the person', () => {
  const org = exampleQuestions({ kind: 'org', label: 'Leave' });
  const maya = exampleQuestions({ kind: 'participant', label: 'Home', participant_name: 'Maya' });
  expect(new Set([...org, ...maya]).size).toBe(6);
  expect(maya.every((question) => question.includes('Maya'))).toBe(true);
  const unnamed = exampleQuestions({ kind: 'participant', label: 'Home', participant_name: null });
  expect(unnamed.every((question) => question.includes('this person'))).toBe(true);
});
