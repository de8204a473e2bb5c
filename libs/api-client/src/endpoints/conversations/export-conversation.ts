import {
  exportedConversationSchema,
  type ExportedConversation,
  type ExportFormat,
} from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';

/**
 * Exports a conversation as a file: the path that is shown, from the first message to the last.
 * @param timeZone of its times; that of the browser by default
 */
export function exportConversation(
  api: Api,
  id: string,
  format: ExportFormat,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): Promise<ExportedConversation> {
  const path = `/conversations/${encodeURIComponent(id)}/export`;
  const endpoint = withQuery(path, { format, timeZone });
  return callFunction(api, exportedConversationSchema, { endpoint, method: 'GET' });
}
