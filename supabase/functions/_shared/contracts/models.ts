import * as z from 'zod/mini';
import {
  MODEL_INSTRUCTIONS_MAX_LENGTH,
  MODEL_NAME_MAX_LENGTH,
  MODEL_OUTPUT_TOKENS_MAX,
  VECTOR_STORES_MAX,
} from './limits.ts';
import { storable } from './text.ts';

/** Who writes an assistant's replies: whichever provider is connected, or that of one kind alone. */
export const modelProviderSchema = z.enum(
  ['default', 'responses', 'chat'],
  'Provider must be default, responses or chat',
);
export type ModelProvider = z.infer<typeof modelProviderSchema>;

/**
 * What an assistant is to the model, for administrators alone. A null model is the
 * server's own, empty instructions are the product's, a null limit is the product's.
 */
export const assistantModelSchema = z.object({
  provider: z.prefault(modelProviderSchema, 'default'),
  model: z.prefault(
    z.nullable(
      z
        .string('Model must be text')
        .check(
          z.trim(),
          z.minLength(1, 'Model cannot be empty'),
          z.maxLength(MODEL_NAME_MAX_LENGTH, 'Model too long (max 200 chars)'),
          z.regex(/^[\x21-\x7e]*$/, 'Model must be plain characters without blanks'),
        ),
    ),
    null,
  ),
  instructions: z.prefault(
    z
      .string('Instructions must be text')
      .check(
        z.trim(),
        z.maxLength(MODEL_INSTRUCTIONS_MAX_LENGTH, 'Instructions too long (max 20000 chars)'),
        storable,
      ),
    '',
  ),
  maxOutputTokens: z.prefault(
    z.nullable(
      z
        .int('Output limit must be a whole number')
        .check(
          z.gte(16, 'Output limit must be at least 16'),
          z.lte(MODEL_OUTPUT_TOKENS_MAX, 'Output limit must be at most 200000'),
        ),
    ),
    null,
  ),
  vectorStoreIds: z.prefault(
    z
      .array(
        z
          .string()
          .check(z.regex(/^vs_[A-Za-z0-9_-]{1,100}$/, 'Vector store IDs must start with vs_')),
      )
      .check(z.maxLength(VECTOR_STORES_MAX, 'At most 10 vector stores')),
    [],
  ),
});
/** The fields as a form holds them, defaults left out. */
export type AssistantModelFields = z.input<typeof assistantModelSchema>;
export type AssistantModel = z.output<typeof assistantModelSchema>;

/** GET and PUT /assistants/{id}/model: as it is saved, with the version that a change of it names. */
export const savedAssistantModelSchema = z.extend(assistantModelSchema, { version: z.int() });
export type SavedAssistantModel = z.output<typeof savedAssistantModelSchema>;

/** PUT /assistants/{id}/model: with the version that was read, what somebody saved meanwhile is not written over. */
export const changeAssistantModelRequestSchema = z.extend(assistantModelSchema, {
  version: z.optional(z.int('Version must be a whole number')),
});
