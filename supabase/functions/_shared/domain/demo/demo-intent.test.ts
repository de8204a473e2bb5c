import { expect, test } from 'vitest';
import { demoIntent } from './demo-intent.ts';

test.each([
  'Hi',
  'hello!',
  'Good morning',
  'Hey there',
  'What can you do?',
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

test.each(['When is the rent due?', 'The participant was late', 'High water', ''])(
  '%j is searched for',
  (message) => {
    expect(demoIntent(message)).toEqual({ kind: 'search' });
  },
);
