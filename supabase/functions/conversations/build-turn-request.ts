import { attachmentSchema, type Attachment } from '@homie/contracts';
import * as z from 'zod/mini';
import type { TurnAttachment, TurnRequest } from '../_shared/ai/provider.ts';
import { readData } from '../_shared/http/data-access.ts';
import type { CallContext } from './context.ts';
import { organisationRecords } from './organisation-records.ts';
import { readHistory } from './read-history.ts';
import { safetyId } from './safety-id.ts';

const HISTORY_CHARACTERS = 60_000;

const questionSchema = z.object({ content: z.string(), files: z.array(attachmentSchema) });

const assistantSchema = z.object({
  assistants: z.object({ label: z.string(), openai_assistant_id: z.string() }),
});

interface TurnToAnswer {
  turnId: string;
  userMessageId: string;
  conversationId: string;
  userId: string;
  continuation?: string;
}

/**
 * Gathers what a reply is made from, all of it as the caller may read it now.
 * @throws AppError when the conversation cannot be read any more
 * @throws ProviderError when the assistant is not set up
 */
export async function buildTurnRequest(
  { data, readText, readProfile }: Pick<CallContext, 'data' | 'readText' | 'readProfile'>,
  { turnId, userMessageId, conversationId, userId, continuation }: TurnToAnswer,
): Promise<TurnRequest> {
  const [{ assistants }, question, history] = await Promise.all([
    readData(
      data
        .from('conversations')
        .select('assistants(label,openai_assistant_id)')
        .eq('id', conversationId)
        .single(),
      assistantSchema,
    ),
    readData(
      data.from('messages').select('content,files').eq('id', userMessageId).single(),
      questionSchema,
    ),
    readHistory(data, { conversationId, before: userMessageId, maxCharacters: HISTORY_CHARACTERS }),
  ]);
  const assistant = {
    label: assistants.label,
    openaiAssistantId: assistants.openai_assistant_id,
  };
  const readAttachment = async ({
    name,
    mime,
    openaiFileId,
    supabasePath,
    size,
    sha256,
  }: Attachment): Promise<TurnAttachment> => {
    const text = await readText({ path: supabasePath, mime, size, sha256 });
    return { name, mime, openaiFileId, ...(text !== undefined && { text }) };
  };
  return {
    turnId,
    assistant,
    ...(await readProfile(assistant)),
    history,
    question: question.content,
    ...(continuation !== undefined && { continuation }),
    attachments: await Promise.all(question.files.map(readAttachment)),
    web: { enabled: false, domains: [] },
    records: organisationRecords(data),
    safetyId: await safetyId(userId),
  };
}
