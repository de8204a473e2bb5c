import type { SequencedStreamEvent } from '@homie/contracts';
import { expect, test } from 'vitest';
import { createTextPacer, readReply } from './reply-stream';
import type { EngineEvent } from './state';

function withFrames() {
  const waiting: (() => void)[] = [];
  const shown: string[] = [];
  const pacer = createTextPacer(
    (callback) => waiting.push(callback),
    (conversationId, text) => shown.push(`${conversationId} ${text}`),
  );
  return {
    pacer,
    waiting,
    shown,
    frame: () => waiting.splice(0).forEach((callback) => callback()),
  };
}

test('SEND-06 text is shown once a frame, however many deltas arrived in it', () => {
  const { pacer, waiting, shown, frame } = withFrames();
  for (const text of ['Hel', 'Hello', 'Hello there']) pacer.write('c1', text);
  pacer.write('c2', 'Other');
  expect(waiting).toHaveLength(1);
  expect(shown).toEqual([]);
  frame();
  expect(shown).toEqual(['c1 Hello there', 'c2 Other']);
});

test('text that was dropped is not shown', () => {
  const { pacer, shown, frame } = withFrames();
  pacer.write('c1', 'late');
  pacer.drop('c1');
  frame();
  expect(shown).toEqual([]);
});

test('PROV-08 text that replaces what came before is shown at once', async () => {
  async function* events(): AsyncGenerator<SequencedStreamEvent> {
    yield { event: 'delta', data: { text: 'She asks when.' }, seq: 2 };
    yield { event: 'delta', data: { text: 'On', replaces: true }, seq: 3 };
    yield { event: 'delta', data: { text: ' Monday', last: true }, seq: 4 };
    yield { event: 'error', data: { message: 'No', code: 'no_answer', retryable: false }, seq: 5 };
  }
  const { pacer } = withFrames();
  const dispatched: EngineEvent[] = [];
  await readReply({
    conversationId: 'c1',
    key: null,
    open: events,
    pacer,
    waitForPaint: async () => undefined,
    dispatch: (event) => dispatched.push(event),
  });
  expect(dispatched).toMatchObject([
    { type: 'textArrived', text: 'On', replaces: true },
    { type: 'textArrived', text: 'On Monday', replaces: false },
    { type: 'endedWithoutMessage', turn: { error_code: 'no_answer' } },
  ]);
});
