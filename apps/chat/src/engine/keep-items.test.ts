import { expect, test } from 'vitest';
import { createItemKeeper } from './keep-items';
import { awaitedReply } from './reply-item';

test('equal items stay the same objects, others do not', () => {
  const keep = createItemKeeper();
  const reply = () => ({ ...awaitedReply(), key: 'a', text: 'Yes.', alternatives: ['1', '2'] });
  const [first, second] = keep([reply(), { ...reply(), key: 'b' }]);
  const again = keep([reply(), { ...reply(), key: 'b', text: 'No.' }]);
  expect(again[0]).toBe(first);
  expect(again[1]).not.toBe(second);
  expect(keep([{ ...reply(), alternatives: ['1', '3'] }])[0]).not.toBe(first);
});
