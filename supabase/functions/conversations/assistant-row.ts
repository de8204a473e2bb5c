import { assistantSchema, type Assistant } from '@homie/contracts';
import * as z from 'zod/mini';

/** What to select of an assistant. */
export const ASSISTANT_COLUMNS =
  'id,label,kind,openai_assistant_id,participant_id,created_at,updated_at,web_research_enabled,use_org_domains,web_domains,' +
  'participants(display_name)';

/** An assistant as the REST interface answers it, with the participant nested. */
export const assistantRowSchema = z.extend(z.omit(assistantSchema, { participant_name: true }), {
  participants: z.nullable(z.object({ display_name: z.string() })),
});

/** An assistant as the contract has it. */
export function toAssistant({
  participants,
  ...assistant
}: z.infer<typeof assistantRowSchema>): Assistant {
  return { ...assistant, participant_name: participants?.display_name ?? null };
}
