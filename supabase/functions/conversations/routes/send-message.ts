import { AppError, sendMessageRequestSchema } from '@homie/contracts';
import { lastEventId } from '../../_shared/http/event-stream.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { retry } from '../../_shared/turns/retry.ts';
import { runTurn } from '../../_shared/turns/run-turn.ts';
import { buildTurnRequest } from '../build-turn-request.ts';
import type { CallContext } from '../context.ts';
import { conversationId } from '../conversation-row.ts';
import { turnStream } from '../turn-stream.ts';

const SENDS_MESSAGE = 'You are sending messages too quickly. Please wait a minute and try again.';

/**
 * POST /conversations/{id}/stream: takes a message, begins its reply and answers with the reply's events. The same key
 * again answers with the events of the same reply.
 */
export async function sendMessage(
  context: CallContext,
  { parameters, body }: RoutedCall,
): Promise<Response> {
  const { caller, store, provider, timing, request, waitUntil } = context;
  const id = conversationId(parameters['id']);
  const { content, attachments = [], idempotencyKey } = parseInput(sendMessageRequestSchema, body);

  const turn = {
    userId: caller.id,
    conversationId: id,
    content: content ?? null,
    attachmentPaths: [...new Set(attachments.map(({ supabasePath }) => supabasePath))],
    idempotencyKey,
    provider: provider.kind,
    writerId: crypto.randomUUID(),
  };
  const started = await retry(() => store.start(turn), timing.retryStartForMs);
  switch (started.outcome) {
    case 'conversation_not_found':
      throw new AppError('conversation_not_found');
    case 'access_denied':
      throw new AppError('assistant_access_denied');
    case 'turn_running':
      throw new AppError('turn_running');
    case 'rate_limited':
      throw new AppError('rate_limited', SENDS_MESSAGE);
    case 'attachment_unavailable':
      throw new AppError('attachment_unavailable');
    case 'started':
      waitUntil(
        runTurn({
          ...context,
          ...started,
          buildRequest: () =>
            buildTurnRequest(context, { ...started, conversationId: id, userId: caller.id }),
        }),
      );
      return turnStream(context, started.turnId, lastEventId(request));
    case 'existing':
      return turnStream(context, started.turnId, lastEventId(request));
  }
}
