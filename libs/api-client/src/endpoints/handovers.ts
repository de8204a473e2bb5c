import type { Handover, HandoverRecipient, OpenedHandover } from '@homie/contracts';
import {
  handoverRecipientSchema,
  handoverSchema,
  openedHandoverSchema,
  plainLine,
} from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { queryRest } from '../administration/query-rest';
import type { Api } from '../http/api';
import { readAnswer } from '../http/read-answer';
import { sendRequest } from '../http/send-request';

const COLUMNS =
  'id,title,owner_name,owner_email,recipient_name,recipient_email,note,created_at,opened_at';
const RECEIVED_MAX = 100;
const listSchema = z.array(handoverSchema);

/** Lists the conversations that were handed over to a user, the newest first. Does not load the REST client. */
export async function listReceivedHandovers(api: Api, userId: string): Promise<Handover[]> {
  const query = new URLSearchParams({
    select: COLUMNS,
    recipient_id: `eq.${userId}`,
    order: 'created_at.desc,id',
    limit: String(RECEIVED_MAX),
  });
  const response = await sendRequest(api, `/rest/v1/handovers?${query}`, { cache: 'no-store' });
  return readAnswer(response, listSchema);
}

/** Lists to whom a conversation was handed over, the newest first. */
export async function listHandovers(api: Api, conversationId: string): Promise<Handover[]> {
  const { rows } = await queryRest(api, listSchema, (rest) =>
    rest
      .from('handovers')
      .select(COLUMNS)
      .eq('conversation_id', conversationId)
      .order('created_at', { ascending: false })
      .order('id'),
  );
  return rows;
}

/** Finds colleagues by name or email who may use the assistant of a conversation. */
export async function findHandoverRecipients(
  api: Api,
  conversationId: string,
  q: string,
): Promise<HandoverRecipient[]> {
  const { rows } = await queryRest(api, z.array(handoverRecipientSchema), (rest) =>
    rest.rpc('list_handover_recipients', { conversation_id: conversationId, q }),
  );
  return rows;
}

/**
 * Hands a conversation over as it is now.
 * @param note what the user writes to the colleague; may be empty
 * @throws ApiError with the reason, e.g. that the colleague may not use the assistant
 */
export async function handOver(
  api: Api,
  conversationId: string,
  recipientId: string,
  note: string,
): Promise<void> {
  await queryRest(api, z.string(), (rest) =>
    rest.rpc('hand_over', {
      conversation_id: conversationId,
      recipient_id: recipientId,
      note: plainLine(note),
    }),
  );
}

/** Revokes a handover: the recipient no longer sees it. */
export async function revokeHandover(api: Api, id: string): Promise<void> {
  await queryRest(api, z.unknown(), (rest) => rest.from('handovers').delete().eq('id', id));
}

/** Returns the snapshot of a handover to its recipient; null if it was revoked or access has ended. */
export async function openHandover(api: Api, id: string): Promise<OpenedHandover | null> {
  const { rows } = await queryRest(api, z.nullable(openedHandoverSchema), (rest) =>
    rest.rpc('open_handover', { handover_id: id }),
  );
  return rows;
}
