import { assistantSchema, type Assistant } from '@homie/contracts';
import * as z from 'zod/mini';

/** Selected columns of an assistant. */
export const ASSISTANT_COLUMNS =
  'id,label,kind,openai_assistant_id,participant_id,created_at,updated_at,web_research_enabled,use_org_domains,web_domains,' +
  'description,suggested_questions,monthly_token_budget,suggest_follow_ups,' +
  'participants(display_name)';

/** Row of an assistant as the REST interface returns it, with the participant nested. */
export const assistantRowSchema = z.extend(z.omit(assistantSchema, { participant_name: true }), {
  participants: z.nullable(z.object({ display_name: z.string() })),
});

/** Converts a row to the assistant of the contract. */
export function toAssistant({
  participants,
  ...assistant
}: z.infer<typeof assistantRowSchema>): Assistant {
  return { ...assistant, participant_name: participants?.display_name ?? null };
}
