import type { Message, MessageList } from '@homie/contracts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEarlier, withLatest, withPart } from './message-pages';

/** Creates one path of `length` messages. */
function path(length: number, prefix = 'm'): Message[] {
  return Array.from({ length }, (_, index) => ({
    id: `${prefix}${index}`,
    parent_id: index === 0 ? null : `${prefix}${index - 1}`,
    alternatives: [],
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: '',
    files: [],
    created_at: '2026-11-21T00:00:00.000Z',
    openai_message_id: null,
  }));
}
/** Returns the last messages of a path. */
const end = (messages: Message[], size: number): MessageList => ({
  rows: messages.slice(-size),
  hasEarlier: messages.length > size,
});

test('known messages stay one contiguous section of the path, in any order of loading', () => {
  const step = fc.oneof(
    fc.constant('earlier' as const),
    fc.constant('again' as const),
    fc.integer({ min: 1, max: 4 }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(step), (length, steps) => {
      let messages = path(length);
      let known = end(messages, 5);
      for (const next of steps) {
        if (typeof next === 'number') messages = path(messages.length + next);
        else if (next === 'again') known = withLatest(known, end(messages, 5));
        else {
          const first = known.rows[0]?.id ?? '';
          const at = messages.findIndex(({ id }) => id === first);
          known = withEarlier(known, first, end(messages.slice(0, at), 5)) ?? known;
        }
        const at = messages.findIndex(({ id }) => id === known.rows[0]?.id);
        expect(known.rows).toEqual(messages.slice(at, at + known.rows.length));
        expect(known.hasEarlier).toBe(at > 0);
      }
    }),
  );
});

test('refetching retains earlier messages that were loaded', () => {
  const messages = path(40);
  const grown = path(42);
  expect(withLatest(end(messages, 40), end(grown, 10)).rows).toHaveLength(42);
});

test('another branch replaces messages outside of it', () => {
  const known = end(path(20), 15);
  const other = end(path(20, 'other'), 5);
  expect(withLatest(known, other)).toBe(other);
});

test('earlier messages of a path that is no longer shown are not prepended to another', () => {
  const known = end(path(20, 'other'), 5);
  expect(withEarlier(known, 'm15', end(path(15), 5))).toBe(known);
});

test('the end of a path has the version of the messages before it, a whole path its own', () => {
  const known = { ...end(path(4), 4), version: 7 };
  const part = { ...end(path(4), 1), version: 8 };
  expect(withPart(known, part)).toEqual({ ...known, version: 7 });
  expect(withPart(known, { ...end(path(4), 4), version: 8 }).version).toBe(8);
  expect(withPart(undefined, part)).toBe(part);
});
