import { expect, test } from 'vitest';
import { applyEvent, type TrialReply } from './use-trial';

const started: TrialReply = { text: '', citations: [], notes: [], status: 'running' };

test('TRY-05 a reply grows with its text, and its end brings sources and notes', () => {
  const info = { turnId: 't', userMessageId: 't' };
  let reply = applyEvent(started, { event: 'info', data: info });
  reply = applyEvent(reply, { event: 'delta', data: { text: 'Two ' } });
  reply = applyEvent(reply, { event: 'delta', data: { text: 'workers [1].' } });
  expect(reply).toEqual({ ...started, text: 'Two workers [1].' });
  const citations = [{ url: '/app?document=d', title: 'Policy', number: 1 }];
  const data = { messageId: null, text: 'Two workers [1].', openaiMessageId: null };
  expect(
    applyEvent(reply, { event: 'final', data: { ...data, citations, notes: ['A note'] } }),
  ).toEqual({ text: data.text, citations, notes: ['A note'], status: 'complete' });
});

test('TRY-05 a failed reply says why and keeps its text', () => {
  const reply = { ...started, text: 'Two' };
  const data = { message: 'The provider is busy.', code: 'provider_busy', retryable: true };
  expect(applyEvent(reply, { event: 'error', data })).toEqual({
    ...reply,
    status: 'failed',
    problem: 'The provider is busy.',
  });
});
