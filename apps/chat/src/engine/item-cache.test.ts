import { expect, test } from 'vitest';
import { createItemCache } from './item-cache';
import { awaitedReply } from './reply-item';

test('equal items stay the same objects, others do not', () => {
  const reuse = createItemCache();
  const reply = () => ({ ...awaitedReply(), key: 'a', text: 'Yes.', alternatives: ['1', '2'] });
  const [first, second] = reuse([reply(), { ...reply(), key: 'b' }]);
  const again = reuse([reply(), { ...reply(), key: 'b', text: 'No.' }]);
  expect(again[0]).toBe(first);
  expect(again[1]).not.toBe(second);
  expect(reuse([{ ...reply(), alternatives: ['1', '3'] }])[0]).not.toBe(first);
});
