import * as z from 'zod/mini';
import {
  MODEL_INSTRUCTIONS_MAX_LENGTH,
  MODEL_NAME_MAX_LENGTH,
  MODEL_OUTPUT_TOKENS_MAX,
  VECTOR_STORES_MAX,
} from './limits.ts';
import { storable } from './text.ts';

/** Provider of an assistant's replies: any that is connected, or only one of a given kind. */
export const modelProviderSchema = z.enum(
  ['default', 'responses', 'chat'],
  'Provider must be default, responses or chat',
);
export type ModelProvider = z.infer<typeof modelProviderSchema>;

/**
 * Model settings of an assistant, for administrators only. A null model selects the server's default; empty
 * instructions and a null limit select the product's.
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
      z.number('Maximum reply length must be a whole number').check(
        // First: much larger numbers are not whole numbers to `int`.
        z.lte(MODEL_OUTPUT_TOKENS_MAX, {
          error: 'Maximum reply length must be at most 200,000',
          abort: true,
        }),
        z.gte(16, 'Maximum reply length must be at least 16'),
        z.int('Maximum reply length must be a whole number'),
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
/** Fields as a form holds them, before defaults are applied. */
export type AssistantModelFields = z.input<typeof assistantModelSchema>;
export type AssistantModel = z.output<typeof assistantModelSchema>;

/** GET and PUT /assistants/{id}/model: the saved settings, with the version that a change must send. */
export const savedAssistantModelSchema = z.extend(assistantModelSchema, { version: z.int() });
export type SavedAssistantModel = z.output<typeof savedAssistantModelSchema>;

/** PUT /assistants/{id}/model: with the version that was read, concurrent changes are not overwritten. */
export const changeAssistantModelRequestSchema = z.extend(assistantModelSchema, {
  version: z.optional(z.int('Version must be a whole number')),
});
