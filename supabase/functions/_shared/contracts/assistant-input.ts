/** What clients send about assistants. Separate from `assistants.ts`, so that the first page does not load it. */
import * as z from 'zod/mini';
import { assistantKindSchema, type AssistantKind } from './assistant-kind.ts';
import { idSchema, timestampSchema } from './identifiers.ts';
import {
  ASSISTANT_DESCRIPTION_MAX_LENGTH,
  ASSISTANT_LABEL_MAX_LENGTH,
  ASSISTANT_LABEL_MIN_LENGTH,
  ASSISTANT_LIST_MAX,
  ASSISTANT_SEARCH_MAX_LENGTH,
  SUGGESTED_QUESTION_MAX_LENGTH,
  SUGGESTED_QUESTIONS_MAX,
  TOKEN_BUDGET_MAX,
  TOKEN_BUDGET_MIN,
  WEB_DOMAINS_MAX,
} from './limits.ts';
import { limitSchema, pageSchema } from './paging.ts';
import { isPrintableAscii, notBlank, plain, storable } from './text.ts';

/** Sort orders of the list of assistants. */
const assistantSortSchema = z.enum(
  ['label_asc', 'label_desc', 'created_at_asc', 'created_at_desc'],
  'Unknown sort',
);
export type AssistantSort = z.infer<typeof assistantSortSchema>;

/**
 * Query of GET /assistants. A limit above the maximum is reduced to it. With `page`, counted from 1, the response is
 * that page of `limit` assistants, with the total number.
 */
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
  /** Those that only administrators can use; empty for other callers. */
  access: z.optional(z.literal('none', 'Access must be none')),
  limit: limitSchema(ASSISTANT_LIST_MAX),
  page: z.optional(pageSchema),
  sort: z.optional(assistantSortSchema),
});
export type ListAssistantsQuery = z.input<typeof listAssistantsQuerySchema>;

/** ID of an assistant at the AI provider. */
export const assistantKeySchema = z
  .string('Assistant ID is required')
  .check(
    z.regex(/^asst_[A-Za-z0-9_-]+$/, 'Assistant ID must start with asst_'),
    z.maxLength(125, 'Assistant ID too long'),
  );

const assistantFields = {
  label: z
    .string('Label is required')
    .check(
      z.trim(),
      z.minLength(ASSISTANT_LABEL_MIN_LENGTH, 'Label must be at least 3 characters'),
      z.maxLength(ASSISTANT_LABEL_MAX_LENGTH, 'Label must be at most 60 characters'),
      z.refine<string>(isPrintableAscii, 'Label must contain only ASCII printable characters'),
    ),
  kind: z.prefault(assistantKindSchema, 'org'),
  openai_assistant_id: assistantKeySchema,
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
  // Optional without a default: clients that do not know these fields leave them unchanged.
  description: z.optional(
    z
      .string()
      .check(
        storable,
        plain,
        z.maxLength(ASSISTANT_DESCRIPTION_MAX_LENGTH, 'Description must be at most 120 characters'),
      ),
  ),
  suggested_questions: z.optional(
    z
      .array(
        z
          .string()
          .check(
            storable,
            plain,
            notBlank('A question cannot be empty'),
            z.maxLength(SUGGESTED_QUESTION_MAX_LENGTH, 'A question must be at most 120 characters'),
          ),
      )
      .check(z.maxLength(SUGGESTED_QUESTIONS_MAX, 'At most 4 questions')),
  ),
  suggest_follow_ups: z.optional(z.boolean()),
  monthly_token_budget: z.optional(
    z.nullable(
      z.number('Budget must be a number').check(
        // First: much larger numbers are not whole numbers to `int`.
        z.maximum(TOKEN_BUDGET_MAX, {
          error: 'Budget must be at most 1,000,000,000,000 tokens',
          abort: true,
        }),
        z.minimum(TOKEN_BUDGET_MIN, 'Budget must be at least 1,000 tokens'),
        z.int('Budget must be a whole number'),
      ),
    ),
  ),
};

/** Checks if an assistant searches the web in its own domains. Only then are they shown and stored. */
export function usesOwnDomains(assistant: {
  web_research_enabled: boolean;
  use_org_domains: boolean;
}): boolean {
  return assistant.web_research_enabled && !assistant.use_org_domains;
}

interface Dependent {
  kind: AssistantKind;
  participant_id: string | null;
  web_research_enabled: boolean;
  use_org_domains: boolean;
  web_domains: string[];
}

/** Clears fields that the other fields make meaningless: the participant of an org assistant, unused domains. */
function normalizeFields<Fields extends Dependent>(fields: Fields): Fields {
  return {
    ...fields,
    participant_id: fields.kind === 'participant' ? fields.participant_id : null,
    web_domains: usesOwnDomains(fields) ? fields.web_domains : [],
  };
}

/** Fields of a new assistant. Clears those that the other fields make meaningless. */
export const assistantInputSchema = z.pipe(z.object(assistantFields), z.transform(normalizeFields));
/** Fields as a form holds them, before defaults are applied. */
export type AssistantFields = z.input<typeof assistantInputSchema>;
export type AssistantInput = z.output<typeof assistantInputSchema>;

/**
 * PUT /assistants/{id}: all fields, and the version in which they were read. Without a version, concurrent changes are
 * overwritten.
 */
export const updateAssistantRequestSchema = z.pipe(
  z.object({ ...assistantFields, updated_at: z.optional(timestampSchema) }),
  z.transform(normalizeFields),
);
export type UpdateAssistantRequest = z.input<typeof updateAssistantRequestSchema>;

/** Parses a list as typed, e.g. of domains or questions: one per line, trimmed, without blank lines. */
export function parseLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
