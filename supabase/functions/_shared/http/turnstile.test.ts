import { expect, test } from 'vitest';
import { Turnstile } from './turnstile.ts';

/** Starts work that stays inside until `end` is called. */
function begin(turnstile: Turnstile, person: string) {
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const state = { isInside: false, end: () => end(), done: Promise.resolve() };
  state.done = turnstile.pass(person, async (enter) => {
    await enter();
    state.isInside = true;
    await held;
  });
  return state;
}

/** Waits for everything that needs no time. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('limits slots in total and per user, and admits waiting work in order', async () => {
  const turnstile = new Turnstile({ total: 3, perPerson: 2, waitMs: 60_000 });
  const ann = [1, 2, 3, 4].map(() => begin(turnstile, 'ann'));
  const ben = [1, 2].map(() => begin(turnstile, 'ben'));
  await settled();
  expect(ann.map(({ isInside }) => isInside)).toEqual([true, true, false, false]);
  expect(ben.map(({ isInside }) => isInside)).toEqual([true, false]);

  ann[0]?.end();
  await settled();
  expect(ann.map(({ isInside }) => isInside)).toEqual([true, true, true, false]);
  expect(ben.map(({ isInside }) => isInside)).toEqual([true, false]);

  ann[1]?.end();
  ben[0]?.end();
  await settled();
  expect([...ann, ...ben].every(({ isInside }) => isInside)).toBe(true);
  for (const { end } of [...ann, ...ben]) end();
  await Promise.all([...ann, ...ben].map(({ done }) => done));
});

test('failed work releases its slot, and work that never calls enter() acquires none', async () => {
  const turnstile = new Turnstile({ total: 1, perPerson: 1, waitMs: 60_000 });
  await turnstile.pass('ann', () => Promise.resolve());
  const failing = turnstile.pass('ann', async (enter) => {
    await enter();
    throw new Error('cut');
  });
  await expect(failing).rejects.toThrow('cut');
  const next = begin(turnstile, 'ann');
  await settled();
  expect(next.isInside).toBe(true);
  next.end();
  await next.done;
});

test('work that waits too long is refused, and acquires no slot later', async () => {
  const turnstile = new Turnstile({ total: 1, perPerson: 1, waitMs: 1 });
  const first = begin(turnstile, 'ann');
  await expect(turnstile.pass('ben', (enter) => enter())).rejects.toThrow(
    'Many files are being uploaded at the moment. Please try again in a minute.',
  );
  first.end();
  await first.done;
  const next = begin(turnstile, 'cem');
  await settled();
  expect(next.isInside).toBe(true);
  next.end();
  await next.done;
});
