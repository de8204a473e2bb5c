import type { QueryFunctionContext } from '@tanstack/react-query';
import { nextFrame } from '../http/next-frame';

/**
 * Delays the refetch of a query until the page has painted the cached data. Sending a request takes a tenth of the time
 * in which a press shows a conversation.
 * @throws the reason of the signal if the query is cancelled in the meantime
 */
export async function paintCached({
  client,
  queryKey,
  signal,
}: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>): Promise<void> {
  if (client.getQueryData(queryKey) === undefined) return;
  await nextFrame();
  signal.throwIfAborted();
}
