import * as z from 'zod/mini';

/** POST /provider/check: one thing that a provider may be able to do, in words. */
export const providerCheckSchema = z.object({
  name: z.string(),
  /** `missing`: the product works without it. */
  state: z.enum(['works', 'missing', 'failed']),
  text: z.string(),
});
export type ProviderCheck = z.infer<typeof providerCheckSchema>;

export const providerChecksSchema = z.object({ checks: z.array(providerCheckSchema) });

/** GET /models: a model that the provider lists. */
export const availableModelSchema = z.object({
  id: z.string(),
  /** Last day of the model, as YYYY-MM-DD; null if the provider reports none. */
  endsOn: z.nullable(z.string()),
});
export type AvailableModel = z.infer<typeof availableModelSchema>;

export const availableModelsSchema = z.object({
  /** Model of assistants that name none; null if none is set. */
  default: z.nullable(z.string()),
  /** Null if the provider could not list them. */
  models: z.nullable(z.array(availableModelSchema)),
});
export type AvailableModels = z.infer<typeof availableModelsSchema>;
