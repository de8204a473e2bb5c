import { ApiError, chooseBranch, loadMessages, useApi, useQueryClient } from '@homie/api-client';
import { toast } from '@homie/ui';
import { useMemo } from 'react';
import { focusComposer } from '../../focus/focus-composer';
import { useEdit } from '../../turns/use-edit';
import { useLiveFact } from '../../turns/use-live-reply';
import { useTurns } from '../../turns/turns-context';
import type { ReadingPosition } from './reading/use-reading-position';
import type { ThreadActions } from './thread-actions';

const RUNNING = 'Wait until the reply is finished, or stop it';

/** What can be done with the lines of a conversation. */
export function useActions(conversationId: string, position: ReadingPosition): ThreadActions {
  const { runner, outbox, takeBack, thread } = useTurns();
  const [, writeEdit] = useEdit(conversationId);
  const api = useApi();
  const client = useQueryClient();
  const { toEnd, stay, bring } = position;
  const isRunning = useLiveFact(
    conversationId,
    (reply) => reply !== undefined && reply.state !== 'lost',
  );
  const busy = isRunning ? RUNNING : null;

  return useMemo(
    (): ThreadActions => ({
      busy,
      resend: (send) => runner.resend(send),
      takeBack(send) {
        const { key, content, files, replaces } = send;
        if (replaces === null) return takeBack(send);
        writeEdit({ messageId: replaces, content, files });
        outbox.remove(key);
      },
      edit({ id, key, content, files }) {
        bring(key);
        writeEdit({ messageId: id, content, files });
      },
      sendEdit({ messageId, content, files }) {
        if (!runner.send(conversationId, { content, files, replaces: messageId })) return;
        writeEdit(null);
        toEnd();
        focusComposer();
      },
      stay,
      leaveEdit: () => writeEdit(null),
      answerAgain({ userMessageId }) {
        if (userMessageId === null) return;
        const wish = { messageId: userMessageId, continues: null };
        if (runner.answer(conversationId, wish)) toEnd();
      },
      continueReply({ userMessageId, turnId, text }) {
        if (userMessageId === null || turnId === null) return;
        const wish = { messageId: userMessageId, continues: turnId };
        if (runner.answer(conversationId, wish, text)) toEnd();
      },
      reconnect: () => runner.reconnect(conversationId),
      async showAlternative({ key }, messageId) {
        try {
          await chooseBranch(api, conversationId, messageId);
          stay(key);
          await loadMessages(api, client, conversationId, { until: messageId });
        } catch (error) {
          const description = error instanceof ApiError ? error.message : 'Please try again.';
          toast.error({ title: 'Error', description });
          thread.reload(conversationId);
        }
      },
    }),
    [
      busy,
      runner,
      outbox,
      takeBack,
      thread,
      writeEdit,
      api,
      client,
      conversationId,
      toEnd,
      stay,
      bring,
    ],
  );
}
