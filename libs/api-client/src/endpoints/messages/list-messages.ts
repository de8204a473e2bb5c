import {
  MESSAGE_PAGE_SIZE,
  messageListSchema,
  type CallRequest,
  type MessageList,
} from '@homie/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { callFunction, withQuery } from '../../http/call-function';
import { useApi } from '../../react/api-context';
import { paintCached } from '../../react/paint-cached';
import { messageKeys } from './message-keys';
import { withLatest } from './message-pages';

/** A range of the messages of a path: the last `limit`, those before one, or all from one on. */
export interface MessageRange {
  limit?: number;
  before?: string;
  until?: string;
}

/** The messages that a conversation shows first. */
const LATEST: MessageRange = { limit: MESSAGE_PAGE_SIZE };

/** Returns the call that lists messages of the path that a conversation shows, oldest first. */
export function messageListCall(conversationId: string, range: MessageRange = LATEST): CallRequest {
  const path = `/conversations/${encodeURIComponent(conversationId)}/messages`;
  return { endpoint: withQuery(path, { ...range }), method: 'GET' };
}

/** Lists the messages of the path that a conversation shows, oldest first; all of them without a range. */
export function listMessages(
  api: Api,
  conversationId: string,
  range: MessageRange = {},
  signal?: AbortSignal,
): Promise<MessageList> {
  const call = messageListCall(conversationId, range);
  return callFunction(api, messageListSchema, { ...call, signal });
}

/** The cached messages of a conversation. */
export interface ShownMessages extends MessageList {
  /** The time when the server confirmed them, in milliseconds, if they are a copy of this device. */
  savedAt?: number;
}

/** Options of the query of the last messages of a conversation. */
export function messageListOptions(api: Api, conversationId: string) {
  const queryKey = messageKeys.list(conversationId);
  return queryOptions({
    queryKey,
    queryFn: async (context): Promise<ShownMessages> => {
      await paintCached(context);
      const { client, signal } = context;
      const latest = await listMessages(api, conversationId, LATEST, signal);
      // Read after the response: earlier messages may have loaded in the meantime.
      return withLatest(client.getQueryData<MessageList>(queryKey), latest);
    },
  });
}

/**
 * Queries the last messages of a conversation, together with the earlier ones that were loaded. A refetch requests only
 * the last ones. Disabled while `conversationId` is null.
 */
export function useMessages(conversationId: string | null) {
  return useQuery({
    ...messageListOptions(useApi(), conversationId ?? ''),
    enabled: conversationId !== null,
  });
}
