import { expect, test } from 'vitest';
import { createTextPacer } from './reply-stream';

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
