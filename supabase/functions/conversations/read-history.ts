import type { Attachment } from '@homie/contracts';
import type { TurnMessage } from '../_shared/ai/provider.ts';
import { recentHistory } from '../_shared/domain/history.ts';
import type { DataClient } from '../_shared/http/data-access.ts';
import { readPath } from './read-path.ts';

const BATCH = 50;

/** An earlier message with its files. */
export interface EarlierMessage extends TurnMessage {
  files: Attachment[];
}

/**
 * Reads the messages on the path before a message: the latest ones that fit into `maxCharacters`, oldest first. Other
 * messages are not read.
 */
export async function readHistory(
  data: DataClient,
  {
    conversationId,
    before,
    maxCharacters,
  }: { conversationId: string; before: string; maxCharacters: number },
): Promise<EarlierMessage[]> {
  let history: EarlierMessage[] = [];
  for (let next = before; ;) {
    const { rows, hasEarlier } = await readPath(data, conversationId, {
      before: next,
      limit: BATCH,
    });
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
    next = first.id;
  }
}
