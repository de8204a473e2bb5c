import { expect, test } from 'vitest';
import { OpenStreams } from './open-streams.ts';

test('one stream over the limit ends the oldest of the same user only', () => {
  const streams = new OpenStreams(2);
  const other = streams.open('wanda');
  const [first, second, third] = [streams.open('wes'), streams.open('wes'), streams.open('wes')];
  expect(first.signal.aborted).toBe(true);
  expect(second.signal.aborted || third.signal.aborted || other.signal.aborted).toBe(false);
});

test('a closed stream frees its slot', () => {
  const streams = new OpenStreams(1);
  streams.open('wes').close();
  const next = streams.open('wes');
  const last = streams.open('wes');
  next.close();
  expect(last.signal.aborted).toBe(false);
  expect(next.signal.aborted).toBe(true);
});
