import type { ExportedConversation } from '@homie/contracts';
import { exportConversationQuerySchema, messageSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { exportAsJson, exportAsMarkdown } from '../../_shared/domain/conversation-export.ts';
import { readData, type DataClient } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readConversation } from '../conversation-row.ts';
import { readPath } from '../read-path.ts';
import { readUnfinishedReplies } from '../read-unfinished-replies.ts';

/** Maximum number of rows that the REST interface may return per request. */
const BATCH = 1000;

/** Reads all messages of a conversation as the caller, in batches, oldest first. */
async function readMessageRows<Row extends z.ZodMiniType>(
  data: DataClient,
  conversationId: string,
  columns: string,
  schema: Row,
): Promise<z.output<Row>[]> {
  const rows: z.output<Row>[] = [];
  for (;;) {
    const batch = await readData(
      data
        .from('messages')
        .select(columns)
        .eq('conversation_id', conversationId)
        .order('created_at')
        .order('id')
        .range(rows.length, rows.length + BATCH - 1),
      z.array(schema),
    );
    rows.push(...batch);
    if (batch.length < BATCH) return rows;
  }
}

const COLUMNS = 'id,parent_id,role,content,files,created_at,openai_message_id,citations,notes';
const rowSchema = z.omit(messageSchema, { alternatives: true, turn: true });

/** GET /conversations/{id}/export: the conversation as a file, for people or for programs. */
export async function exportConversation(
  { data, service, caller }: CallContext,
  { parameters, query }: RoutedCall,
): Promise<ExportedConversation> {
  const conversation = await readConversation(data, parameters['id']);
  const { format, timeZone } = parseInput(exportConversationQuerySchema, query);
  const [created_at, { rows: path }, writer] = await Promise.all([
    readBeginning(data, conversation.id),
    readPath(data, conversation.id),
    readName(service, caller.id),
  ]);
  const record = {
    conversation: { ...conversation, created_at },
    path,
    writer,
    exportedAt: new Date(),
    timeZone,
  };
  if (format === 'markdown') return exportAsMarkdown(record);
  const [messages, unfinished] = await Promise.all([
    readMessageRows(data, conversation.id, COLUMNS, rowSchema),
    readUnfinishedReplies(data, conversation.id),
  ]);
  return exportAsJson({ ...record, messages, unfinished });
}

async function readBeginning(data: DataClient, id: string): Promise<string> {
  const row = await readData(
    data.from('conversations').select('created_at').eq('id', id).single(),
    z.object({ created_at: z.string() }),
  );
  return row.created_at;
}

/** Returns the name of a user, or else the email address. */
async function readName(service: DataClient, id: string): Promise<string> {
  const { display_name, email } = await readData(
    service.from('users').select('display_name,email').eq('id', id).single(),
    z.object({ display_name: z.nullable(z.string()), email: z.string() }),
  );
  return display_name ?? email;
}
