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

/** A model that a connection lists. */
export const availableModelSchema = z.object({
  /** Name of the connection; `default` for the first one. */
  provider: z.string(),
  id: z.string(),
  /** Last day of the model, as YYYY-MM-DD; null if the provider reports none. */
  endsOn: z.nullable(z.string()),
});
export type AvailableModel = z.infer<typeof availableModelSchema>;

/** An assistant whose model has ended, or ends soon. */
export const retiringModelSchema = z.object({
  assistantId: z.string(),
  label: z.string(),
  model: z.string(),
  /** Null if the model has ended, or the provider lists it no more. */
  endsOn: z.nullable(z.string()),
});
export type RetiringModel = z.infer<typeof retiringModelSchema>;

/** GET /models: the models to choose from, and the assistants that need another one. */
export const availableModelsSchema = z.object({
  /** Names of the connections in addition to the default one. */
  connections: z.array(z.string()),
  /** Model of assistants that name none; null if none is set. */
  default: z.nullable(z.string()),
  /** Of all connections that list any. */
  models: z.array(availableModelSchema),
  retiring: z.array(retiringModelSchema),
});
export type AvailableModels = z.infer<typeof availableModelsSchema>;
