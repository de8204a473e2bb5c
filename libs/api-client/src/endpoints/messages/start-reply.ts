import type { SequencedStreamEvent } from '@homie/contracts';
import type { Api } from '../../http/api';
import { sendFunctionCall } from '../../http/call-function';
import { followStream } from '../../http/follow-stream';
import { resumeEndpoint } from './resume-turn';

/**
 * Makes a call that begins a reply and follows the reply to its end. Until the turn has a name the call itself is made
 * again after a loss, which its idempotency key makes safe; from then on the turn's stream is taken up.
 * @param name the last part of the endpoint
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
