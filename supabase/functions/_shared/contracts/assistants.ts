import * as z from 'zod/mini';
import { rowsSchema } from './envelope.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import {
  ASSISTANT_LABEL_MAX_LENGTH,
  ASSISTANT_LABEL_MIN_LENGTH,
  ASSISTANT_LIST_MAX,
  ASSISTANT_SEARCH_MAX_LENGTH,
  WEB_DOMAINS_MAX,
} from './limits.ts';
import { isPrintableAscii, storable } from './text.ts';

/** 'org' is organisation-wide, 'participant' is tied to one participant. */
export const assistantKindSchema = z.enum(
  ['org', 'participant'],
  'Kind must be org or participant',
);
export type AssistantKind = z.infer<typeof assistantKindSchema>;

/** An assistant as its users see it. */
export const assistantSchema = z.object({
  id: idSchema(),
  label: z.string(),
  kind: assistantKindSchema,
  openai_assistant_id: z.string(),
  participant_id: z.nullable(idSchema()),
  participant_name: z.nullable(z.string()),
  created_at: timestampSchema,
  web_research_enabled: z.boolean(),
  use_org_domains: z.boolean(),
  web_domains: z.array(z.string()),
});
export type Assistant = z.infer<typeof assistantSchema>;

/** The query of GET /assistants. A limit above the cap is brought down to it. */
export const listAssistantsQuerySchema = z.object({
  q: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(ASSISTANT_SEARCH_MAX_LENGTH, 'Query too long (max 80 chars)'),
        storable,
      ),
  ),
  kind: z.optional(assistantKindSchema),
  limit: z.prefault(
    z.pipe(
      z.coerce
        .number('limit must be a number')
        .check(z.int('limit must be a whole number'), z.gte(1, 'limit must be at least 1')),
      z.transform((limit) => Math.min(limit, ASSISTANT_LIST_MAX)),
    ),
    ASSISTANT_LIST_MAX,
  ),
});
export type ListAssistantsQuery = z.input<typeof listAssistantsQuerySchema>;

/** The answer of GET /assistants. */
export const assistantListSchema = rowsSchema(assistantSchema);
export type AssistantList = z.infer<typeof assistantListSchema>;

/** What makes up an assistant when it is created or changed. */
export const assistantInputSchema = z
  .object({
    label: z
      .string('Label is required')
      .check(
        z.trim(),
        z.minLength(ASSISTANT_LABEL_MIN_LENGTH, 'Label must be at least 3 characters'),
        z.maxLength(ASSISTANT_LABEL_MAX_LENGTH, 'Label must be at most 60 characters'),
        z.refine<string>(isPrintableAscii, 'Label must contain only ASCII printable characters'),
      ),
    kind: z.prefault(assistantKindSchema, 'org'),
    openai_assistant_id: z
      .string('Assistant ID is required')
      .check(
        z.regex(/^asst_[A-Za-z0-9_-]+$/, 'Assistant ID must start with asst_'),
        z.maxLength(125, 'Assistant ID too long'),
      ),
    participant_id: z.prefault(z.nullable(idSchema('Invalid participant ID')), null),
    web_research_enabled: z.prefault(z.boolean(), false),
    use_org_domains: z.prefault(z.boolean(), true),
    web_domains: z.prefault(
      z
        .array(
          z
            .string()
            .check(
              z.regex(/^[A-Za-z0-9.-]+$/, 'Domains use letters, digits, dots and hyphens only'),
              z.maxLength(253, 'Domain too long'),
            ),
        )
        .check(z.maxLength(WEB_DOMAINS_MAX, 'At most 50 domains')),
      [],
    ),
  })
  .check(
    z.refine(({ kind, participant_id }) => kind === 'participant' || participant_id === null, {
      path: ['participant_id'],
      error: 'Only a participant assistant has a participant',
    }),
  );
/** The fields as a form holds them, defaults left out. */
export type AssistantFields = z.input<typeof assistantInputSchema>;
export type AssistantInput = z.output<typeof assistantInputSchema>;

/** Custom domains as typed: one per line, trimmed, blank lines dropped. */
export function parseWebDomains(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
