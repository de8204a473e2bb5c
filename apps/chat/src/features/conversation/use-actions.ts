import { ApiError, chooseBranch, loadMessages, useApi, useQueryClient } from '@homie/api-client';
import { toast } from '@homie/ui';
import { useMemo } from 'react';
import { focusComposer } from '../../platform/focus-composer';
import { useChat, useEdit, useReply } from '../../engine/react';
import type { ReadingPosition } from './reading/use-reading-position';
import type { ThreadActions } from './thread-actions';

const RUNNING = 'Wait until the reply is finished, or stop it';

/** Creates the actions on the items of a conversation. */
export function useActions(conversationId: string, position: ReadingPosition): ThreadActions {
  const chat = useChat();
  const [, writeEdit] = useEdit(conversationId);
  const api = useApi();
  const client = useQueryClient();
  const { toEnd, stay, scrollToRow } = position;
  const isRunning = useReply(
    conversationId,
    (reply) => reply !== undefined && reply.status !== 'disconnected',
  );
  const busy = isRunning ? RUNNING : null;

  return useMemo(
    (): ThreadActions => ({
      busy,
      resend: chat.resend,
      restoreToDraft: chat.restoreToDraft,
      edit({ id, key, content, files }) {
        scrollToRow(key);
        writeEdit({ messageId: id, content, files });
      },
      sendEdit({ messageId, content, files }) {
        if (!chat.sendMessage(conversationId, { content, files, replaces: messageId })) return;
        writeEdit(null);
        toEnd();
        focusComposer();
      },
      stay,
      cancelEdit: () => writeEdit(null),
      regenerate({ userMessageId }) {
        if (userMessageId === null) return;
        const wish = { messageId: userMessageId, continues: null };
        if (chat.regenerate(conversationId, wish)) toEnd();
      },
      continueReply({ key, userMessageId, turnId, text }) {
        if (userMessageId === null || turnId === null) return;
        const wish = { messageId: userMessageId, continues: turnId };
        // The reader is at the end of its text, where it continues.
        if (chat.regenerate(conversationId, wish, text)) stay(key);
      },
      reconnect: () => chat.resumeStream(conversationId),
      async showAlternative(item, messageId) {
        // The turn of the question says how the reply ended.
        const first = item.kind === 'reply' ? item.userMessageId : null;
        try {
          await chooseBranch(api, conversationId, messageId);
          stay(item.key);
          await loadMessages(api, client, conversationId, { until: first ?? messageId });
        } catch (error) {
          const description = error instanceof ApiError ? error.message : 'Please try again.';
          toast.error({ title: 'Error', description });
          chat.reload(conversationId);
        }
      },
    }),
    [busy, chat, writeEdit, api, client, conversationId, toEnd, stay, scrollToRow],
  );
}
