import * as z from 'zod/mini';
import { assistantKindSchema } from './assistant-kind.ts';
import { idSchema, timestampSchema } from './identifiers.ts';

/** An assistant as its users see it. */
export const assistantSchema = z.object({
  id: idSchema(),
  label: z.string(),
  kind: assistantKindSchema,
  openai_assistant_id: z.string(),
  participant_id: z.nullable(idSchema()),
  participant_name: z.nullable(z.string()),
  created_at: timestampSchema,
  /** Version that a change is based on. A change sends it back. */
  updated_at: timestampSchema,
  web_research_enabled: z.boolean(),
  use_org_domains: z.boolean(),
  web_domains: z.array(z.string()),
  /** One line that says what it is for; may be empty. */
  description: z.prefault(z.string(), ''),
  /** Questions that an empty conversation offers. */
  suggested_questions: z.prefault(z.array(z.string()), []),
  /** Input and output tokens that its replies may use in a month; null is no limit. */
  monthly_token_budget: z.prefault(z.nullable(z.int()), null),
  /** True if questions that the user may ask next follow the last reply. */
  suggest_follow_ups: z.prefault(z.boolean(), false),
});
export type Assistant = z.infer<typeof assistantSchema>;

/** Response of GET /assistants; has `total` if a page was requested. */
export const assistantListSchema = z.object({
  rows: z.array(assistantSchema),
  total: z.optional(z.int()),
});
export type AssistantList = z.infer<typeof assistantListSchema>;
