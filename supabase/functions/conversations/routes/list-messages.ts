import {
  messageSchema,
  turnSummarySchema,
  type Message,
  type MessageList,
  type TurnSummary,
} from '@homie/contracts';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readConversation } from '../conversation-row.ts';
import { readMessageRows } from '../read-message-rows.ts';

const messageColumns = 'id,role,content,files,created_at,openai_message_id';
const storedMessageSchema = z.omit(messageSchema, { turn: true });

const unfinishedTurnSchema = z.extend(turnSummarySchema, {
  user_message_id: z.string(),
});

/** GET /conversations/{id}/messages, oldest first. A message whose reply is not complete says how far it came. */
export async function listMessages(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<MessageList> {
  const { id } = await readConversation(data, parameters['id']);
  // Turns first: a reply that ends in between is then seen twice at worst, running and as a message, never not at all.
  const turns = await readUnfinishedTurns(data, id);
  const messages = await readMessageRows(data, id, messageColumns, storedMessageSchema);
  return {
    rows: messages.map((message): Message => {
      const turn = turns.get(message.id);
      return turn ? { ...message, turn } : message;
    }),
    hasEarlier: false,
  };
}

async function readUnfinishedTurns(
  data: DataClient,
  conversationId: string,
): Promise<Map<string, TurnSummary>> {
  const turns = await readData(
    data
      .from('turns')
      .select('id,status,text,error_message,last_seq,user_message_id')
      .eq('conversation_id', conversationId)
      .neq('status', 'completed'),
    z.array(unfinishedTurnSchema),
  );
  const summaries = await Promise.all(
    turns.map(async ({ user_message_id, ...turn }): Promise<[string, TurnSummary]> => [
      user_message_id,
      turn.status === 'running' ? await withTextSoFar(data, turn) : turn,
    ]),
  );
  return new Map(summaries);
}

/** A running turn has its text in its events only; text and place are taken from the same reading. */
async function withTextSoFar(data: DataClient, turn: TurnSummary): Promise<TurnSummary> {
  const events = await readData(
    data.from('turn_events').select('seq,event,data').eq('turn_id', turn.id).order('seq'),
    z.array(
      z.object({
        seq: z.int(),
        event: z.string(),
        data: z.object({ text: z.optional(z.string()) }),
      }),
    ),
  );
  return {
    ...turn,
    text: events
      .map(({ event, data: { text } }) => (event === 'delta' ? (text ?? '') : ''))
      .join(''),
    last_seq: events.findLast(({ event }) => event !== 'final' && event !== 'error')?.seq ?? 0,
  };
}
