import { assistantKindSchema } from '@homie/contracts/admin';
import { participantStatusSchema, placeSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { DEMO_ID } from '../_shared/ai/demo-provider.ts';
import type { OrganisationRecords } from '../_shared/ai/provider.ts';
import type { EarlierMessage } from '../_shared/domain/demo/conversation-passages.ts';
import { readData, type DataClient } from '../_shared/http/data-access.ts';

const LATEST_CONVERSATIONS = 60;
const LATEST_MESSAGES = 600;
const MOST_DOCUMENTS = 20;
const MOST_CHUNKS = 500;

const participantsSchema = z.array(
  z.object({ display_name: z.string(), status: participantStatusSchema }),
);

const assistantRowSchema = z.object({
  label: z.string(),
  kind: assistantKindSchema,
  participants: z.nullable(z.object({ display_name: z.string() })),
});
const ASSISTANT = 'assistants(label,kind,participants(display_name))';

const conversationsSchema = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    assistant_id: z.string(),
    assistants: assistantRowSchema,
  }),
);

const messagesSchema = z.array(
  z.object({
    id: z.string(),
    conversation_id: z.string(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    openai_message_id: z.nullable(z.string()),
  }),
);

const documentsSchema = z.object({
  rows: z.array(
    z.object({
      title: z.string(),
      archived: z.boolean(),
      versions: z.array(z.object({ id: z.string(), is_searchable: z.boolean() })),
    }),
  ),
});

const rankedSchema = z.array(z.object({ index: z.int(), answers: z.boolean() }));

const chunksSchema = z.array(z.object({ version_id: z.string(), place: z.nullable(placeSchema) }));

/** Reads the organisation's records as the caller: row-level security is the only filter. */
export function organisationRecords(
  { data, service }: { data: DataClient; service: DataClient },
  { conversationId, assistantId }: { conversationId: string; assistantId: string },
): OrganisationRecords {
  return {
    present: { id: conversationId },
    async participants() {
      const rows = await readData(
        data.from('participants').select('display_name,status').order('display_name').order('id'),
        participantsSchema,
      );
      return rows.map(({ display_name, status }) => ({ name: display_name, status }));
    },
    async assistants() {
      const rows = await readData(
        data
          .from('assistants')
          .select('label,kind,participants(display_name)')
          .order('label')
          .order('id'),
        z.array(assistantRowSchema),
      );
      return rows.map(({ label, kind, participants }) => ({
        label,
        kind,
        participantName: participants?.display_name ?? null,
      }));
    },
    async documents() {
      const [assistant] = await readData(
        data.from('assistants').select('participant_id').eq('id', assistantId),
        z.array(z.object({ participant_id: z.nullable(z.string()) })),
      );
      const listed = await readData(
        data.rpc('list_documents', {
          assistant_id: assistantId,
          participant_id: assistant?.participant_id ?? null,
          page_size: MOST_DOCUMENTS,
        }),
        documentsSchema,
      );
      const documents = listed.rows.flatMap(({ title, archived, versions }) => {
        // The latest version comes first.
        const version = versions.find(({ is_searchable }) => is_searchable);
        return archived || version === undefined ? [] : [{ title, versionId: version.id }];
      });
      const chunks = await readData(
        data
          .from('document_chunks')
          .select('version_id,place')
          .in(
            'version_id',
            documents.map(({ versionId }) => versionId),
          )
          .order('position')
          .limit(MOST_CHUNKS),
        chunksSchema,
      );
      return documents.map(({ title, versionId }) => {
        const own = chunks.filter(({ version_id }) => version_id === versionId);
        return {
          title,
          href: `/app?document=${versionId}&passage=1`,
          headings: [...new Set(own.flatMap(({ place }) => place?.heading ?? []))],
        };
      });
    },
    async rankTexts(question, texts) {
      if (texts.length === 0) return [];
      const ranked = await readData(
        service.rpc('rank_texts', {
          assistant_id: assistantId,
          question,
          texts: texts.map(({ text, about = '' }) => ({ text, about })),
        }),
        rankedSchema,
      );
      return ranked.filter(({ answers }) => answers).map(({ index }) => index);
    },
    async earlierConversations() {
      const rows = await readData(
        data
          .from('conversations')
          .select(`id,title,assistant_id,${ASSISTANT}`)
          .neq('id', conversationId)
          .not('head_id', 'is', null)
          .order('updated_at', { ascending: false })
          .order('id')
          .limit(LATEST_CONVERSATIONS),
        conversationsSchema,
      );
      const messages = await readMessages(
        data,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, title, assistant_id, assistants }) => ({
        id,
        title,
        assistantLabel: assistants.label,
        participantName: getParticipantName(assistants),
        isOwn: assistant_id === assistantId,
        messages: messages.get(id) ?? [],
      }));
    },
  };
}

/**
 * Returns the participant's name, or the assistant's label if the caller may not read the name: a question then refers
 * to the participant by the first word of the label.
 */
function getParticipantName({
  label,
  kind,
  participants,
}: z.output<typeof assistantRowSchema>): string | null {
  return kind === 'org' ? null : (participants?.display_name ?? label);
}

/** The latest messages of conversations, oldest first, without replies that another one superseded. */
async function readMessages(
  data: DataClient,
  conversationIds: readonly string[],
): Promise<Map<string, EarlierMessage[]>> {
  if (conversationIds.length === 0) return new Map();
  const rows = await readData(
    data
      .from('messages')
      .select('id,conversation_id,role,content,openai_message_id')
      .in('conversation_id', conversationIds)
      .eq('superseded', false)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(LATEST_MESSAGES),
    messagesSchema,
  );
  const oldestFirst = rows
    .toReversed()
    .map(({ id, conversation_id, role, content, openai_message_id }) => ({
      conversation_id,
      message: { id, role, text: content, isDemo: openai_message_id?.startsWith(DEMO_ID) ?? false },
    }));
  return new Map(
    conversationIds.map((id) => [
      id,
      oldestFirst
        .filter(({ conversation_id }) => conversation_id === id)
        .map(({ message }) => message),
    ]),
  );
}
