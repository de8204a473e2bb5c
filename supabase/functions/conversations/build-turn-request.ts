import { attachmentSchema, type Attachment } from '@homie/contracts';
import * as z from 'zod/mini';
import type { TurnAttachment, TurnRequest } from '../_shared/ai/provider.ts';
import { recentHistory } from '../_shared/domain/history.ts';
import { readData } from '../_shared/http/data-access.ts';
import type { CallContext } from './context.ts';
import { organisationRecords } from './organisation-records.ts';
import { readMessageRows } from './read-message-rows.ts';
import { safetyId } from './safety-id.ts';

const HISTORY_CHARACTERS = 60_000;
const MAX_OUTPUT_TOKENS = 4_096;

const messageSchema = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  files: z.array(attachmentSchema),
});

const assistantSchema = z.object({
  assistants: z.object({ label: z.string(), openai_assistant_id: z.string() }),
});

/**
 * Gathers what a reply is made from, all of it as the caller may read it now.
 * @throws AppError when the conversation cannot be read any more
 */
export async function buildTurnRequest(
  { data, readText }: Pick<CallContext, 'data' | 'readText'>,
  turn: { turnId: string; userMessageId: string; conversationId: string; userId: string },
): Promise<TurnRequest> {
  const [{ assistants: assistant }, messages] = await Promise.all([
    readData(
      data
        .from('conversations')
        .select('assistants(label,openai_assistant_id)')
        .eq('id', turn.conversationId)
        .single(),
      assistantSchema,
    ),
    readMessageRows(data, turn.conversationId, 'id,role,content,files', messageSchema),
  ]);
  const readAttachment = async ({
    name,
    mime,
    openaiFileId,
    supabasePath,
  }: Attachment): Promise<TurnAttachment> => {
    const text = await readText({ path: supabasePath, mime });
    return { name, mime, openaiFileId, ...(text !== undefined && { text }) };
  };
  const question = messages.find(({ id }) => id === turn.userMessageId);
  const earlier = messages
    .filter(({ id }) => id !== turn.userMessageId)
    .map(({ role, content }) => ({ role, text: content }));
  return {
    turnId: turn.turnId,
    assistant: { label: assistant.label, openaiAssistantId: assistant.openai_assistant_id },
    // What a model needs beside the words; the demo has no use for it.
    model: '',
    instructions: '',
    history: recentHistory(earlier, HISTORY_CHARACTERS),
    question: question?.content ?? '',
    attachments: await Promise.all((question?.files ?? []).map(readAttachment)),
    web: { enabled: false, domains: [] },
    records: organisationRecords(data),
    safetyId: await safetyId(turn.userId),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
}
