import type { ConversationFile, FilePreview } from '@homie/contracts';
import { conversationFileSchema, filePreviewSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { queryRest } from '../../administration/query-rest';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';

const FILES_MAX = 1000;
const listSchema = z.array(conversationFileSchema);

/** Lists the files that were sent in a conversation, in any branch, the newest first. */
export async function listFiles(api: Api, conversationId: string): Promise<ConversationFile[]> {
  const { rows } = await queryRest(api, listSchema, (rest) =>
    rest
      .from('attachments')
      .select('name,size,supabase_path,created_at,message_id')
      .eq('conversation_id', conversationId)
      .not('message_id', 'is', null)
      .order('created_at', { ascending: false })
      .order('id')
      .range(0, FILES_MAX - 1),
  );
  return rows;
}

/** Returns the text and the tables of a file of a conversation. */
export function previewFile(
  api: Api,
  conversationId: string,
  supabasePath: string,
): Promise<FilePreview> {
  const endpoint = `/conversations/${encodeURIComponent(conversationId)}/preview`;
  return callFunction(api, filePreviewSchema, {
    endpoint,
    method: 'POST',
    body: { supabasePath },
  });
}
