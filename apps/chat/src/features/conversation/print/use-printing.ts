import { loadMessages, useApi, useQueryClient } from '@homie/api-client';
import { useStore } from '@homie/composition';
import { toast } from '@homie/ui';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { printRequest } from '../../../screen/print-request';

/** Returns whether the page is being printed. */
export function useIsPrinting(): boolean {
  const [printing, setPrinting] = useState(() => matchMedia('print').matches);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // The browser takes its snapshot right after the event.
    const show = (next: boolean) => flushSync(() => setPrinting(next));
    addEventListener('beforeprint', () => show(true), { signal });
    const paper = matchMedia('print');
    const follow = () => show(paper.matches);
    addEventListener('afterprint', follow, { signal });
    paper.addEventListener('change', follow, { signal });
    return () => {
      listening.abort();
      // The conversation may only be hidden, and misses the end.
      setPrinting(false);
    };
  }, []);
  return printing;
}

/**
 * Returns whether the conversation is being printed: by the browser's own command, or by a request of the user, for
 * which all its messages are loaded first.
 * @param ready true once the conversation is loaded
 */
export function usePrinting(conversationId: string, ready: boolean): boolean {
  const api = useApi();
  const client = useQueryClient();
  const wanted = useStore(printRequest);

  useEffect(() => {
    if (wanted !== conversationId || !ready) return;
    printRequest.setState(null);
    loadMessages(api, client, conversationId).then(
      () => setTimeout(() => window.print()),
      () => toast.error({ title: 'Not printed', description: 'The messages could not be loaded.' }),
    );
  }, [wanted, ready, conversationId, api, client]);

  return useIsPrinting();
}
