import { expect, test } from 'vitest';
import { createUpdateOffer } from './update-notice';

test('declined releases are not offered again, later ones are', () => {
  const offer = createUpdateOffer();
  offer.found('chat 2');
  expect(offer.getState()).toBe('chat 2');
  offer.decline();
  offer.found('chat 2');
  expect(offer.getState()).toBe('');
  offer.found('chat 3');
  expect(offer.getState()).toBe('chat 3');
});

test('withdraws the offer when there are no new releases', () => {
  const offer = createUpdateOffer();
  offer.found('chat 2');
  offer.found('');
  expect(offer.getState()).toBe('');
});
