import {
  exportedConversationSchema,
  type ExportedConversation,
  type ExportFormat,
} from '@homie/contracts';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';

/** Exports a conversation as a file: the path that is shown, from the first message to the last. */
export function exportConversation(
  api: Api,
  id: string,
  format: ExportFormat,
): Promise<ExportedConversation> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const path = `/conversations/${encodeURIComponent(id)}/export`;
  const endpoint = withQuery(path, { format, timeZone });
  return callFunction(api, exportedConversationSchema, { endpoint, method: 'GET' });
}
