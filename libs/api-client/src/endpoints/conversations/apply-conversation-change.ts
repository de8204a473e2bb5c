import type { Conversation, ConversationChange, ConversationRow } from '@homie/contracts';
import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import { dropCopies } from '../../copies/local-copies';
import { ASSISTANTS_KEY } from '../assistants-key';
import { messageKeys } from '../messages/message-keys';
import { conversationKeys } from './conversation-keys';
import { flattenRows, withoutRow, withRow, type ConversationPages } from './conversation-pages';

/** Updates cached data, and again after a pending request for it, whose response may not include the change. */
function changeData<Data>(client: QueryClient, queryKey: QueryKey, change: (data: Data) => Data) {
  const patch = () => {
    client.setQueryData<Data>(queryKey, (data) => data && change(data));
  };
  patch();
  const query = client.getQueryCache().find({ queryKey });
  if (query?.state.fetchStatus === 'fetching') query.promise?.then(patch, patch);
}

function changeList(
  client: QueryClient,
  archived: boolean,
  change: (list: ConversationPages) => ConversationPages,
) {
  changeData(client, conversationKeys.list(archived), change);
}

/** Returns a conversation from the cache. */
export function findConversation(client: QueryClient, id: string): ConversationRow | undefined {
  for (const archived of [false, true]) {
    const list = client.getQueryData<ConversationPages>(conversationKeys.list(archived));
    const row = list && flattenRows(list).find((each) => each.id === id);
    if (row) return row;
  }
  return client.getQueryData<ConversationRow>(conversationKeys.detail(id));
}

/** Updates a conversation in every cached query, without a refetch. */
export function putConversation(client: QueryClient, row: ConversationRow): void {
  for (const archived of [false, true]) {
    changeList(client, archived, (list) =>
      row.archived === archived ? withRow(list, row) : withoutRow(list, row.id),
    );
  }
  changeData<Conversation>(client, conversationKeys.detail(row.id), (known) => ({
    ...known,
    ...row,
  }));
}

/** Removes queries: at once, or when the screen no longer uses them. */
function removeUnused(client: QueryClient, filters: QueryFilters) {
  client.removeQueries({ ...filters, type: 'inactive' });
  for (const query of client.getQueryCache().findAll(filters)) {
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.query !== query || query.isActive()) return;
      stop();
      client.getQueryCache().remove(query);
    });
  }
}

/** Removes a conversation from the cache and its copy from this device; from the screen when that no longer uses it. */
export function dropConversation(client: QueryClient, id: string): void {
  for (const archived of [false, true]) {
    changeList(client, archived, (list) => withoutRow(list, id));
  }
  removeUnused(client, { queryKey: conversationKeys.detail(id) });
  removeUnused(client, { queryKey: messageKeys.list(id) });
  void client.invalidateQueries({ queryKey: conversationKeys.searches });
  dropCopies(id);
}

/**
 * Reads again what is on the screen and which assistants are offered, and removes everything else: the user's access
 * may have changed.
 */
function reset(client: QueryClient): void {
  for (const queryKey of [conversationKeys.details, messageKeys.all])
    client.removeQueries({ queryKey, type: 'inactive' });
  for (const queryKey of [conversationKeys.all, messageKeys.all, ASSISTANTS_KEY])
    void client.invalidateQueries({ queryKey });
  dropCopies();
}

/** Applies a change that the server reported to the cached conversations. */
export function applyConversationChange(client: QueryClient, change: ConversationChange): void {
  if (change.event === 'changed') putConversation(client, change.data);
  if (change.event === 'removed') dropConversation(client, change.data.id);
  if (change.event === 'reset') reset(client);
}

/** The versions of the changes feed that the data of a query includes; undefined from a server of an earlier release. */
function getVersions(data: unknown): readonly (number | undefined)[] {
  const { pages, version } = data as { pages?: ConversationPages['pages']; version?: number };
  return pages ? pages.map((page) => page.version) : [version];
}

/**
 * Reads conversations and messages again that may lack changes up to a version of the changes feed. Usually there are
 * none.
 * @param keys of the queries to check; all of them by default
 */
export function refetchReadBefore(
  client: QueryClient,
  version: number,
  keys: readonly QueryKey[] = [conversationKeys.all, messageKeys.all],
): void {
  const isEarlier = (data: unknown) =>
    getVersions(data).some((included) => included === undefined || included < version);
  const queries = keys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }));
  for (const { queryKey, state, promise } of queries) {
    const refetch = () => client.invalidateQueries({ queryKey, exact: true });
    const isReading = state.fetchStatus === 'fetching';
    // A copy of this device is being read again already.
    if (state.data !== undefined && isEarlier(state.data) && !(isReading && state.isInvalidated))
      void refetch();
    // The response may have been read before the version was.
    else if (isReading)
      promise?.then(
        (data) => (isEarlier(data) ? refetch() : undefined),
        () => undefined,
      );
  }
}
