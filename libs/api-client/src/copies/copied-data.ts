import {
  conversationDetailSchema,
  conversationListSchema,
  messageListSchema,
  type ConversationRow,
} from '@homie/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { conversationKeys } from '../endpoints/conversations/conversation-keys';
import { toPage, type ConversationPages } from '../endpoints/conversations/conversation-pages';
import type { ShownMessages } from '../endpoints/messages/list-messages';
import { messageKeys } from '../endpoints/messages/message-keys';

/** The id of the copy of the conversation list; the others have the id of their conversation. */
const LIST_ID = 'list';
/** Longer conversations are stored from here on. */
const MAX_MESSAGES = 200;

/** Returns the id of the copy that contains the data of a query; undefined, or '', for all other queries. */
export function getCopyId([area, part, id]: QueryKey): string | undefined {
  if (area === messageKeys.all[0]) return String(part);
  if (area !== conversationKeys.all[0]) return undefined;
  if (part === conversationKeys.details[1]) return String(id);
  return id === conversationKeys.list(false)[2] ? LIST_ID : undefined;
}

/** A reply that was running then has finished since. */
const notRunning = <Row extends ConversationRow>(row: Row): Row => ({ ...row, running: false });

/** Returns what to store of a conversation, or of the list; undefined if the cached data is not what the server has. */
export function readCopiedData(client: QueryClient, id: string): unknown {
  if (id === LIST_ID) {
    const page = client.getQueryData<ConversationPages>(conversationKeys.list(false))?.pages[0];
    if (!page) return undefined;
    const { rows, nextCursor, version } = page;
    return { rows: rows.map(notRunning), pageSize: rows.length, nextCursor, version };
  }
  const conversation = client.getQueryData<ConversationRow>(conversationKeys.detail(id));
  const { data: messages, isInvalidated } =
    client.getQueryState<ShownMessages>(messageKeys.list(id)) ?? {};
  if (!conversation || !messages || isInvalidated || messages.savedAt !== undefined)
    return undefined;
  const { rows, hasEarlier } = messages;
  if (rows.some(({ turn }) => turn?.status === 'running')) return undefined;
  return {
    conversation: notRunning(conversation),
    messages: {
      ...messages,
      rows: rows.slice(-MAX_MESSAGES),
      hasEarlier: hasEarlier || rows.length > MAX_MESSAGES,
    },
  };
}

/** Sets data of a copy, unless the query has data. It counts as outdated, so that it is read again when it is shown. */
function setData(client: QueryClient, queryKey: QueryKey, data: unknown, updatedAt: number): void {
  if (client.getQueryData(queryKey) !== undefined) return;
  client.setQueryData(queryKey, data, { updatedAt });
  void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/**
 * Shows a copy until the server responds.
 * @throws if this release does not understand the data
 */
export function showCopiedData(client: QueryClient, id: string, savedAt: number, data: unknown) {
  if (id === LIST_ID) {
    const page = toPage(conversationListSchema.parse(data));
    setData(client, conversationKeys.list(false), { pages: [page], pageParams: [''] }, savedAt);
    return;
  }
  const { conversation, messages } = Object(data);
  const detail = conversationDetailSchema.parse(conversation);
  const shown: ShownMessages = { ...messageListSchema.parse(messages), savedAt };
  setData(client, conversationKeys.detail(id), detail, savedAt);
  setData(client, messageKeys.list(id), shown, savedAt);
}
