import { lazyFeedbackApi, useApi, useQuery, useQueryClient } from '@homie/api-client';
import type { FeedbackInput, ReplyFeedback } from '@homie/contracts';

/** Identifies a reply. */
export interface ReplyId {
  conversationId: string;
  messageId: string;
}

/** Returns the user's feedback on a reply, null if there is none, and a function that changes or removes it. */
export function useReplyFeedback(reply: ReplyId) {
  const { conversationId, messageId } = reply;
  const api = useApi();
  const client = useQueryClient();
  const queryKey = ['feedback', conversationId];
  const { data } = useQuery({
    queryKey,
    queryFn: async () => (await lazyFeedbackApi()).listFeedback(api, conversationId),
  });

  /** Shows the change at once, and takes it back if it is not saved. @throws ApiError */
  async function change(next: FeedbackInput | null): Promise<void> {
    await client.cancelQueries({ queryKey });
    client.setQueryData<ReplyFeedback[]>(queryKey, (rows = []) => [
      ...rows.filter(({ message_id }) => message_id !== messageId),
      ...(next ? [{ ...next, message_id: messageId }] : []),
    ]);
    try {
      const feedbackApi = await lazyFeedbackApi();
      if (next) await feedbackApi.saveFeedback(api, reply, next);
      else await feedbackApi.removeFeedback(api, reply);
    } finally {
      void client.invalidateQueries({ queryKey });
    }
  }

  return { feedback: data?.find(({ message_id }) => message_id === messageId) ?? null, change };
}
