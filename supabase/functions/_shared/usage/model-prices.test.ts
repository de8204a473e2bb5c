import { expect, test } from 'vitest';
import { costOf, readModelPrices, unpricedModels } from './model-prices.ts';

const setting = '{"currency": "AUD", "models": {"small": {"input": 0.5, "output": 2}}}';
const small = { model: 'small', input_tokens: 1_000_000, output_tokens: 500_000 };

test('USAGE-06 prices are read from JSON, and none are set without it', () => {
  expect(readModelPrices(setting)).toEqual({
    currency: 'AUD',
    models: { small: { input: 0.5, output: 2 } },
  });
  expect(readModelPrices(undefined)).toBeUndefined();
  expect(readModelPrices(' ')).toBeUndefined();
});

test.each([
  'free',
  '{"models": {}}',
  '{"currency": "dollars", "models": {}}',
  '{"currency": "AUD", "models": {"small": {"input": -1, "output": 2}}}',
  '{"currency": "AUD", "models": {"small": {"input": 1}}}',
  '{"currency": "AUD", "models": {"small": {"input": "1", "output": 2}}}',
  '{"currency": "AUD", "models": {}, "more": 1}',
])('USAGE-06 prices such as %s are refused', (wrong) => {
  expect(() => readModelPrices(wrong)).toThrow('Set HOMIE_PRICES to the prices');
});

test('USAGE-06 the cost is that of the models with a price, and unknown rather than zero without any', () => {
  const prices = readModelPrices(setting);
  const other = { ...small, model: 'other' };
  const unnamed = { ...small, model: null };
  expect(costOf([small, other], prices)).toBe(1.5);
  expect(costOf([{ ...small, output_tokens: null }], prices)).toBe(0.5);
  expect(costOf([other, unnamed], prices)).toBeNull();
  expect(costOf([], prices)).toBeNull();
  expect(costOf([small], undefined)).toBeNull();
  expect(unpricedModels([small, other, unnamed], prices)).toEqual(['other', 'unknown model']);
  expect(costOf([{ ...small, model: 'constructor' }], prices)).toBeNull();
});
