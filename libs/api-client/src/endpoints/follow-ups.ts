import type { FollowUpQuestions } from '@homie/contracts';
import { followUpQuestionsSchema } from '@homie/contracts/admin';
import type { Api } from '../http/api';
import { callFunction } from '../http/call-function';

/** Returns questions that the user may ask after the last reply, which the first call requests from the AI provider. */
export async function suggestFollowUps(
  api: Api,
  { conversationId, messageId }: { conversationId: string; messageId: string },
): Promise<FollowUpQuestions> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/messages/${encodeURIComponent(messageId)}/follow-ups`;
  return callFunction(api, followUpQuestionsSchema, { endpoint, method: 'POST' });
}
