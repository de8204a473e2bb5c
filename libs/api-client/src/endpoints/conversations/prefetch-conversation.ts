import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../react/api-context';
import { messageListOptions } from '../messages/list-messages';
import { conversationOptions } from './get-conversation';

/** Data that is younger, in milliseconds, is not requested again: the changes feed keeps it current. */
const FRESH_MS = 5 * 60_000;

/**
 * Returns a function that requests a conversation and its last messages, which then appear at once when it is opened. A
 * failure is ignored: opening the conversation requests them again. The promise resolves when both are there.
 */
export function usePrefetchConversation(): (id: string) => Promise<unknown> {
  const api = useApi();
  const client = useQueryClient();
  return useCallback(
    (id: string) =>
      Promise.all([
        client.prefetchQuery({ ...conversationOptions(api, id), staleTime: FRESH_MS }),
        client.prefetchQuery({ ...messageListOptions(api, id), staleTime: FRESH_MS }),
      ]),
    [api, client],
  );
}
