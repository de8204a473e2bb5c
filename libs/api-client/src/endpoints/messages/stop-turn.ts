import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { ignoredAnswer } from '../ignored-answer';

/** Requests the server to stop a reply. The text so far is retained; the stream then closes with `final`. */
export async function stopTurn(api: Api, conversationId: string, turnId: string): Promise<void> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/stop`;
  await callFunction(api, ignoredAnswer, { endpoint, method: 'POST', body: { turnId } });
}
