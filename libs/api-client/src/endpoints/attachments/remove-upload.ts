import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { ignoredAnswer } from '../ignored-answer';

/** Deletes an uploaded file on the server that was never sent in a message. */
export async function removeUpload(
  api: Api,
  conversationId: string,
  supabasePath: string,
): Promise<void> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/upload`;
  await callFunction(api, ignoredAnswer, { endpoint, method: 'DELETE', body: { supabasePath } });
}
