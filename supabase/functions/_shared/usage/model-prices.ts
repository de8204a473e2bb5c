import * as z from 'zod/mini';

const price = z.number().check(z.gte(0), z.lte(1_000_000));

const pricesSchema = z.strictObject({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  models: z.record(
    z.string().check(z.minLength(1)),
    z.strictObject({ input: price, output: price }),
  ),
});

/** Prices of models per million tokens, in one currency. */
export type ModelPrices = z.infer<typeof pricesSchema>;

/** Tokens that replies of one model used; null if not reported. */
export interface ModelTokens {
  model: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
}

const WRONG =
  'Set HOMIE_PRICES to the prices per million tokens, like {"currency": "AUD", "models": {"gpt-5": {"input": 1.9, "output": 15}}}.';

/**
 * Parses the prices from JSON.
 * @throws Error whose message describes the valid setting
 */
export function readModelPrices(setting: string | undefined): ModelPrices | undefined {
  if (!setting?.trim()) return undefined;
  const parsed = z.safeParse(pricesSchema, parseJson(setting));
  if (!parsed.success) throw new Error(WRONG);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the cost of the models that have a price; null if none of them has one. */
export function costOf(
  models: readonly ModelTokens[],
  prices: ModelPrices | undefined,
): number | null {
  const costs = models.flatMap(({ model, input_tokens, output_tokens }) => {
    const of = priceOf(model, prices);
    return of
      ? (of.input * (input_tokens ?? 0) + of.output * (output_tokens ?? 0)) / 1_000_000
      : [];
  });
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
}

/** Returns the names of the models without a price, in order. */
export function unpricedModels(
  models: readonly ModelTokens[],
  prices: ModelPrices | undefined,
): string[] {
  return models
    .filter(({ model }) => !priceOf(model, prices))
    .map(({ model }) => model ?? 'unknown model');
}

function priceOf(model: string | null, prices: ModelPrices | undefined) {
  return model !== null && prices && Object.hasOwn(prices.models, model)
    ? prices.models[model]
    : undefined;
}
