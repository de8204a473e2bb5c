import type * as z from 'zod/mini';

/** Returns the error messages of a schema for a value; empty if the value is valid. */
export function refusals(schema: z.ZodMiniType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ message }) => message);
}

export const ID = '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162';
export const OTHER_ID = 'c1a2b3c4-d5e6-4789-8abc-def012345678';
