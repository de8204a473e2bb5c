import type { Attachment, MessageList } from '@homie/contracts';
import type { TurnMessage } from '../_shared/ai/provider.ts';
import { recentHistory } from '../_shared/domain/history.ts';
import type { DataClient } from '../_shared/http/data-access.ts';
import { readPath } from './read-path.ts';

/** Number of messages that are read at once. */
export const HISTORY_PAGE_SIZE = 50;

/** An earlier message with its files. */
export interface EarlierMessage extends TurnMessage {
  files: Attachment[];
}

/**
 * Returns the messages on the path before a message: the latest ones that fit into `maxCharacters`, oldest first. Reads
 * those before `latest` that are missing, and no others.
 * @param latest the last messages before the message
 */
export async function completeHistory(
  data: DataClient,
  {
    conversationId,
    latest,
    maxCharacters,
  }: { conversationId: string; latest: MessageList; maxCharacters: number },
): Promise<EarlierMessage[]> {
  let history: EarlierMessage[] = [];
  for (let { rows, hasEarlier } = latest; ;) {
    history = [
      ...rows.map(({ role, content, files, openai_message_id }) => ({
        role,
        text: content,
        files,
        openaiMessageId: openai_message_id,
      })),
      ...history,
    ];
    const recent = recentHistory(history, maxCharacters);
    const [first] = rows;
    if (recent.length < history.length || !hasEarlier || !first) return recent;
    ({ rows, hasEarlier } = await readPath(data, conversationId, {
      before: first.id,
      limit: HISTORY_PAGE_SIZE,
    }));
  }
}
