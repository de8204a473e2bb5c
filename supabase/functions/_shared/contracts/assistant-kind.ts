import * as z from 'zod/mini';

/** Kind of an assistant: 'org' is organisation-wide, 'participant' is tied to one participant. */
export const assistantKindSchema = z.enum(
  ['org', 'participant'],
  'Kind must be org or participant',
);
export type AssistantKind = z.infer<typeof assistantKindSchema>;
