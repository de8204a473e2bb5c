import { expect, test } from 'vitest';
import { createUpdateOffer } from './update-offer';

test('what was declined is not offered again, what comes after it is', () => {
  const offer = createUpdateOffer();
  offer.found('chat 2');
  expect(offer.current()).toBe('chat 2');
  offer.decline();
  offer.found('chat 2');
  expect(offer.current()).toBe('');
  offer.found('chat 3');
  expect(offer.current()).toBe('chat 3');
});

test('what was withdrawn is not offered any more', () => {
  const offer = createUpdateOffer();
  offer.found('chat 2');
  offer.found('');
  expect(offer.current()).toBe('');
});
