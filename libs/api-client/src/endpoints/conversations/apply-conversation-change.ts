import type { Conversation, ConversationChange, ConversationRow } from '@homie/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { messageKeys } from '../messages/message-keys';
import { conversationKeys } from './conversation-keys';
import { rowsOf, withoutRow, withRow, type ConversationPages } from './conversation-pages';

/** Changes a cached list, and again after a reading of it that is under way and may not know of the change. */
function changeList(
  client: QueryClient,
  archived: boolean,
  change: (list: ConversationPages) => ConversationPages,
) {
  const queryKey = conversationKeys.list(archived);
  const patch = () => {
    client.setQueryData<ConversationPages>(queryKey, (list) => list && change(list));
  };
  patch();
  const query = client.getQueryCache().find({ queryKey });
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(patch, patch);
}

/** A conversation as the cache has it. */
export function findConversation(client: QueryClient, id: string): ConversationRow | undefined {
  for (const archived of [false, true]) {
    const list = client.getQueryData<ConversationPages>(conversationKeys.list(archived));
    const row = list && rowsOf(list).find((each) => each.id === id);
    if (row) return row;
  }
  return client.getQueryData<ConversationRow>(conversationKeys.detail(id));
}

/** Puts a conversation as it is now wherever the cache shows it, without reading anything anew. */
export function putConversation(client: QueryClient, row: ConversationRow): void {
  for (const archived of [false, true]) {
    changeList(client, archived, (list) =>
      row.archived === archived ? withRow(list, row) : withoutRow(list, row.id),
    );
  }
  client.setQueryData<Conversation>(conversationKeys.detail(row.id), (known) =>
    known ? { ...known, ...row } : undefined,
  );
}

/** Takes a conversation out of the cache. What of it is on the screen at this moment stays until it is left. */
export function dropConversation(client: QueryClient, id: string): void {
  for (const archived of [false, true]) {
    changeList(client, archived, (list) => withoutRow(list, id));
  }
  client.removeQueries({ queryKey: conversationKeys.detail(id), type: 'inactive' });
  client.removeQueries({ queryKey: messageKeys.list(id), type: 'inactive' });
}

/** Brings the cached conversations up to date with what the server told. */
export function applyConversationChange(client: QueryClient, change: ConversationChange): void {
  if (change.event === 'changed') putConversation(client, change.data);
  if (change.event === 'removed') dropConversation(client, change.data.id);
  if (change.event === 'reset') void client.invalidateQueries({ queryKey: conversationKeys.all });
}
