import { expect, test } from 'vitest';
import { PRODUCT } from './product';

test('LAND-06 the product is an AI assistant for property management and support work, version 2.0', () => {
  expect(PRODUCT).toEqual({
    tagline: 'Your AI Assistant',
    description: 'AI assistant for property management and support work',
    version: '2.0',
  });
});
