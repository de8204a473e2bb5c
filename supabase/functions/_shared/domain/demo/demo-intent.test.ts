import { expect, test } from 'vitest';
import { demoIntent } from './demo-intent.ts';

test.each([
  'Hi',
  'hello!',
  'Good morning',
  'Hey there',
  'What can you do?',
  'What can you help me with?',
  'How can you help?',
  'Are you a real person?',
  'Thanks',
])('%s is a greeting', (message) => expect(demoIntent(message)).toEqual({ kind: 'greeting' }));

test.each([
  ['Which participants am I assigned to?', 'participants'],
  ['who am I assigned to', 'participants'],
  ['How many participants are there?', 'participants'],
  ['List my assistants', 'assistants'],
  ['Show my conversations', 'conversations'],
])('%s asks for %s', (message, records) => {
  expect(demoIntent(message)).toEqual({ kind: 'records', records });
});

test.each([
  ['Summarise my last conversation', 'last'],
  ['Summarise this conversation', 'this'],
  ['Summarise the tram museum', 'named'],
])('%s asks for a summary of %s', (message, of) => {
  expect(demoIntent(message)).toEqual({ kind: 'summary', of });
});

test.each([
  'When is the rent due?',
  'Help me write a short, friendly message.',
  'What does a participant decide?',
  'The participant was late',
  'High water',
  '',
])('%j is a search', (message) => {
  expect(demoIntent(message)).toEqual({ kind: 'search' });
});
