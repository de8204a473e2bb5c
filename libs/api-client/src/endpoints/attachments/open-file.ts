import { fileLinkSchema } from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';

/**
 * Requests a link that downloads a file of a conversation.
 * @returns a URL that is valid for a short time, without a header
 */
export async function openFile(
  api: Api,
  conversationId: string,
  supabasePath: string,
): Promise<string> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/file`;
  const body = { supabasePath };
  const { url } = await callFunction(api, fileLinkSchema, { endpoint, method: 'POST', body });
  return url.startsWith('/') ? `${api.baseUrl}${url}` : url;
}
