import { expect, test, vi } from 'vitest';
import { isKnown, knownBlocks } from './known-blocks';
import { BlockParser, type Blocks } from './parse-blocks';

const parse = (text: string) => vi.fn<() => Blocks>(() => new BlockParser().parse(text, true));

test('a text is parsed once, and has the same blocks each time', () => {
  const parsed = parse('# One');
  const blocks = knownBlocks('# One', parsed);
  expect(blocks.blocks).toHaveLength(1);
  expect(knownBlocks('# One', parsed)).toBe(blocks);
  expect(parsed).toHaveBeenCalledOnce();
});

test('evicts the least recently used texts first', () => {
  const texts = Array.from({ length: 5 }, (_, index) => `${index} `.repeat(30_000));
  knownBlocks('short');
  for (const text of texts) {
    knownBlocks('short');
    knownBlocks(text);
  }
  expect(texts.map(isKnown)).toEqual([false, false, true, true, true]);
  expect(isKnown('short')).toBe(true);
});

test('does not cache a text that is larger than the cache', () => {
  const text = 'word '.repeat(50_000);
  expect(knownBlocks(text).blocks).toHaveLength(1);
  expect(isKnown(text)).toBe(false);
});
