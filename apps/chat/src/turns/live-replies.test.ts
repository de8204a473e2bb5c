import { expect, test } from 'vitest';
import { createLiveReplies } from './live-replies';

function withFrames() {
  const waiting: (() => void)[] = [];
  const replies = createLiveReplies((callback) => waiting.push(callback));
  let told = 0;
  replies.subscribe(() => (told += 1));
  return {
    replies,
    waiting,
    frame: () => waiting.splice(0).forEach((callback) => callback()),
    told: () => told,
  };
}

test('SEND-06 text is shown once a frame, however many deltas arrived in it', () => {
  const { replies, waiting, frame, told } = withFrames();
  replies.begin('c1', {});
  const before = told();
  replies.write('c1', 'Hel');
  replies.write('c1', 'Hello');
  replies.write('c1', 'Hello there');
  expect(waiting).toHaveLength(1);
  expect(told()).toBe(before);
  frame();
  expect(told()).toBe(before + 1);
  expect(replies.get('c1')).toMatchObject({ state: 'writing', text: 'Hello there' });
});

test('a frame after the end brings nothing back', () => {
  const { replies, frame } = withFrames();
  replies.begin('c1', {});
  replies.write('c1', 'late');
  replies.end('c1');
  frame();
  expect(replies.get('c1')).toBeUndefined();
});

test('the set of running conversations changes only when one begins or ends', () => {
  const { replies, frame } = withFrames();
  replies.begin('c1', {});
  const running = replies.running();
  replies.write('c1', 'text');
  frame();
  expect(replies.running()).toBe(running);
  replies.update('c1', { state: 'lost' });
  expect([...replies.running()]).toEqual([]);
});
