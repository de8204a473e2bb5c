import {
  assistantSchema,
  attachmentSchema,
  type AssistantModel,
  type Attachment,
} from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import type { TurnMessage, TurnRequest } from '../_shared/ai/provider.ts';
import { recentHistory } from '../_shared/domain/history.ts';
import { readData } from '../_shared/http/data-access.ts';
import { formatLimitWarning } from '../_shared/turns/daily-replies.ts';
import type { CallContext } from './context.ts';
import { organisationRecords } from './organisation-records.ts';
import { readAttachments, type ReadingContext } from './read-attachments.ts';
import { pathSchema, toMessageList } from './read-path.ts';
import { searchPassages } from './search-passages.ts';
import { webScope } from './web-scope.ts';

/** Returns a stable pseudonym of a user for a provider, which cannot derive the user from it. */
export async function safetyId(userId: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`homie:${userId}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Length of the earlier messages that a request includes. */
export const HISTORY_CHARACTERS = 60_000;
/** Number of the earlier messages that a request includes. */
const HISTORY_MESSAGES = 500;

const turnSchema = z.object({
  assistant_id: z.string(),
  assistant: z.pick(assistantSchema, {
    label: true,
    openai_assistant_id: true,
    web_research_enabled: true,
    use_org_domains: true,
    web_domains: true,
  }),
  has_documents: z.boolean(),
  question: z.object({ content: z.string(), files: z.array(attachmentSchema) }),
  history: pathSchema,
});

/** Fields of the call context that a request for a reply needs. */
type BuildingContext = ReadingContext &
  Pick<CallContext, 'readProfile' | 'orgDomains' | 'embeddings'>;

interface TurnOptions {
  turnId: string;
  userId: string;
  conversationId: string;
  continuation?: string;
  warning?: { repliesUsed: number; dailyLimit: number };
  research?: boolean;
}

/**
 * Builds the provider request of a turn from the data that the caller may read now.
 * @throws AppError if the conversation cannot be read any more
 * @throws ProviderError if the assistant is not set up
 */
export async function buildTurnRequest(
  context: BuildingContext,
  options: TurnOptions & { userMessageId: string },
): Promise<TurnRequest> {
  const { data } = context;
  const { conversationId, userMessageId } = options;
  const turn = await readData(
    data.rpc('read_turn_request', {
      conversation_id: conversationId,
      message_id: userMessageId,
      page_size: HISTORY_MESSAGES,
      max_characters: HISTORY_CHARACTERS,
    }),
    z.nullable(turnSchema),
  );
  if (!turn) throw new AppError('conversation_not_found');
  const earlier = toMessageList(turn.history).rows.map(
    ({ role, content, files, openai_message_id }): EarlierMessage => ({
      role,
      text: content,
      files,
      openaiMessageId: openai_message_id,
    }),
  );
  return toTurnRequest(context, options, {
    assistant: { id: turn.assistant_id, ...turn.assistant },
    hasDocuments: turn.has_documents,
    question: turn.question,
    history: recentHistory(earlier, HISTORY_CHARACTERS),
  });
}

/** An earlier message with its files. */
interface EarlierMessage extends TurnMessage {
  files: Attachment[];
}

interface TurnInput {
  assistant: { id: string } & z.output<typeof turnSchema>['assistant'];
  /** False if there are no documents to search. */
  hasDocuments: boolean;
  /** Model settings to use instead of the saved ones. */
  model?: AssistantModel;
  question: z.output<typeof turnSchema>['question'];
  /** Messages before the question, oldest first. */
  history: EarlierMessage[];
}

/**
 * Builds the provider request for a question: adds the files, the passages of documents, and the model settings.
 * @throws ProviderError if the assistant is not set up
 */
export async function toTurnRequest(
  context: BuildingContext,
  { turnId, userId, conversationId, continuation, warning, research }: TurnOptions,
  { assistant: row, hasDocuments, model, question, history }: TurnInput,
): Promise<TurnRequest> {
  const { data, readProfile, orgDomains, embeddings } = context;
  const assistant = { label: row.label, openaiAssistantId: row.openai_assistant_id };
  const before = history.findLast(({ role }) => role === 'user')?.text;
  const files = {
    userId,
    files: question.files,
    earlier: history.flatMap(({ files: earlier }) => earlier),
  };
  const reading = readProfile(assistant, model);
  const [{ attachments, notes }, documents, profile] = await Promise.all([
    reading.then(({ connection, fallback }) =>
      // Copies of files are at the default connection.
      readAttachments(
        { ...context, ...((connection ?? fallback) && { copies: undefined }) },
        files,
      ),
    ),
    hasDocuments
      ? searchPassages(
          { data, embeddings },
          {
            assistantId: row.id,
            question: question.content,
            ...(before !== undefined && { before }),
          },
        )
      : { hasDocuments, passages: [] },
    reading,
  ]);
  return {
    turnId,
    assistant,
    ...profile,
    history: history.map(({ role, text, openaiMessageId = null }) => ({
      role,
      text,
      openaiMessageId,
    })),
    question: question.content,
    ...(continuation !== undefined && { continuation }),
    attachments,
    documents,
    web: { ...webScope(row, orgDomains), ...(research && { required: true }) },
    notes: warning ? [...notes, formatLimitWarning(warning)] : notes,
    records: organisationRecords(data, { conversationId, assistantId: row.id }),
    safetyId: await safetyId(userId),
  };
}
