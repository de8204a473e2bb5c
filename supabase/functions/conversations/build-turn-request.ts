import {
  assistantSchema,
  attachmentSchema,
  type AssistantModel,
  type Attachment,
} from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import type { TurnMessage, TurnRequest } from '../_shared/ai/provider.ts';
import type { CitedSource } from '../_shared/domain/documents/cited-passages.ts';
import { recentHistory } from '../_shared/domain/history.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';
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
  /** The handover that the conversation continues, as far as the caller may read it. */
  handover: z.prefault(
    z.nullable(
      z.object({
        note: z.nullable(z.string()),
        messages: z.array(
          z.object({
            role: z.enum(['user', 'assistant']),
            content: z.string(),
            files: z.array(attachmentSchema),
          }),
        ),
      }),
    ),
    null,
  ),
  /** Texts of replies that failed, by the ID of the message that they answer. */
  cut_replies: z.record(z.string(), z.string()),
});

const citationsSchema = z.array(z.object({ url: z.string(), number: z.optional(z.int()) }));

/** Fields of the call context that a request for a reply needs. */
type BuildingContext = ReadingContext &
  Pick<CallContext, 'service' | 'readProfile' | 'orgDomains' | 'embeddings'>;

interface TurnOptions {
  turnId: string;
  userId: string;
  conversationId: string;
  /** The unfinished turn that the reply continues, and its text. */
  continues?: string;
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
  const { rows } = toMessageList(turn.history);
  const { continues } = options;
  const cited = continues === undefined ? undefined : await readCitations(data, continues);
  const earlier = rows.flatMap(
    ({ id, role, content, files, openai_message_id }, index): EarlierMessage[] => {
      const message = { role, text: content, files, openaiMessageId: openai_message_id };
      const cut = rows[index + 1]?.role === 'assistant' ? undefined : turn.cut_replies[id];
      // The user sees the partial text, and may refer to it.
      return cut === undefined ? [message] : [message, { role: 'assistant', text: cut, files: [] }];
    },
  );
  return toTurnRequest(context, options, {
    assistant: { id: turn.assistant_id, ...turn.assistant },
    hasDocuments: turn.has_documents,
    question: turn.question,
    ...(cited && { cited }),
    history: recentHistory(
      [...(turn.handover ? continuedMessages(turn.handover) : []), ...earlier],
      HISTORY_CHARACTERS,
    ),
  });
}

/** Returns the sources of an unfinished reply; none if it was deleted. */
async function readCitations(data: DataClient, turnId: string): Promise<CitedSource[]> {
  const rows = await readData(
    data.from('turns').select('citations').eq('id', turnId),
    z.array(z.object({ citations: citationsSchema })),
  );
  return rows.flatMap(({ citations }) => citations);
}

/** Returns the messages of a handover as the start of the history, after a message that says whose they are. */
function continuedMessages({
  note,
  messages,
}: NonNullable<z.output<typeof turnSchema>['handover']>): EarlierMessage[] {
  if (messages.length === 0) return [];
  const introduction = 'I continue a conversation that a colleague handed over to me.';
  return [
    {
      role: 'user',
      text: note === null ? introduction : `${introduction} Note: ${note}`,
      files: [],
    },
    ...messages.map(({ role, content, files }) => ({ role, text: content, files })),
  ];
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
  /** Sources of the text that the reply continues. */
  cited?: CitedSource[];
}

/**
 * Builds the provider request for a question: adds the files, the passages of documents, and the model settings.
 * @throws ProviderError if the assistant is not set up
 */
export async function toTurnRequest(
  context: BuildingContext,
  { turnId, userId, conversationId, continuation, warning, research }: TurnOptions,
  { assistant: row, hasDocuments, model, question, history, cited }: TurnInput,
): Promise<TurnRequest> {
  const { data, service, readProfile, orgDomains, embeddings } = context;
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
            ...(cited && { cited }),
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
    ...(cited && { cited }),
    attachments,
    documents,
    web: { ...webScope(row, orgDomains), ...(research && { required: true }) },
    notes: warning ? [...notes, formatLimitWarning(warning)] : notes,
    records: organisationRecords({ data, service }, { conversationId, assistantId: row.id }),
    safetyId: await safetyId(userId),
  };
}
