import type { SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { sendFunctionCall } from '../../http/call-function';
import { followStream } from '../../http/follow-stream';
import { resumeEndpoint } from './resume-turn';

/**
 * Makes a call that starts a reply and follows the reply to its end. Until the turn id is known, a lost call is
 * repeated, which its idempotency key makes safe; from then on, the stream of the turn is resumed.
 * @param name the last segment of the endpoint
 */
export function startReply(
  api: Api,
  conversationId: string,
  name: 'stream' | 'reply',
  body: object,
  signal: AbortSignal,
  onRetry?: () => void,
): AsyncGenerator<SequencedStreamEvent> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/${name}`;
  return followStream({
    signal,
    onRetry,
    open: ({ turnId, headers, signal }) =>
      sendFunctionCall(
        api,
        turnId === undefined
          ? { endpoint, method: 'POST', body, headers, signal }
          : { endpoint: resumeEndpoint(conversationId, turnId), method: 'GET', headers, signal },
      ),
  });
}
