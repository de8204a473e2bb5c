import * as z from 'zod/mini';
import {
  MODEL_INSTRUCTIONS_MAX_LENGTH,
  MODEL_NAME_MAX_LENGTH,
  MODEL_OUTPUT_TOKENS_MAX,
  VECTOR_STORES_MAX,
} from './limits.ts';
import { storable } from './text.ts';
import type { ValidationIssue } from './validation.ts';

/** Name of a connection to a provider; `default`, or a kind that the default connection must have. */
export const connectionNameSchema = z
  .string('Provider must be text')
  .check(
    z.regex(
      /^[a-z0-9][a-z0-9-]{0,39}$/,
      'Provider must be lower-case letters, numbers and hyphens (max 40 chars)',
    ),
  );

/**
 * Model settings of an assistant, for administrators only. A null model selects the server's default; empty
 * instructions and a null limit select the product's.
 */
export const assistantModelSchema = z.object({
  provider: z.prefault(connectionNameSchema, 'default'),
  /** Connection that is used instead if the first one fails before its first word. */
  fallback: z.prefault(z.nullable(connectionNameSchema), null),
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
  maxInputTokens: z.prefault(
    z.nullable(
      z.number('Maximum input length must be a whole number').check(
        z.lte(2_000_000, {
          error: 'Maximum input length must be at most 2,000,000',
          abort: true,
        }),
        z.gte(1_000, 'Maximum input length must be at least 1,000'),
        z.int('Maximum input length must be a whole number'),
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

/** Returns the field that names a connection which the server does not have; undefined if there is none. */
export function findUnknownConnection(
  { provider, fallback }: Pick<Partial<AssistantModel>, 'provider' | 'fallback'>,
  connections: readonly string[],
): ValidationIssue | undefined {
  const known = ['default', 'responses', 'chat', ...connections];
  if (provider !== undefined && !known.includes(provider))
    return { path: 'provider', message: `Provider must be one of ${known.join(', ')}` };
  if (typeof fallback === 'string' && !connections.includes(fallback))
    return { path: 'fallback', message: 'Fallback provider must be a connection of the server' };
  return undefined;
}

/** GET and PUT /assistants/{id}/model: the saved settings, with the version that a change must send. */
export const savedAssistantModelSchema = z.extend(assistantModelSchema, { version: z.int() });
export type SavedAssistantModel = z.output<typeof savedAssistantModelSchema>;

/** PUT /assistants/{id}/model: with the version that was read, concurrent changes are not overwritten. */
export const changeAssistantModelRequestSchema = z.extend(assistantModelSchema, {
  version: z.optional(z.int('Version must be a whole number')),
});
