import { loadEarlierMessages, useApi, useQueryClient } from '@homie/api-client';
import { useCallback, useRef, useState } from 'react';

/** The loading state of earlier messages, and functions that load them. */
export interface EarlierMessages {
  hasEarlier: boolean;
  loading: boolean;
  failed: boolean;
  load: () => void;
  /** As `load`, but only if the last attempt did not fail: for callers on every scroll event. */
  loadAhead: () => void;
}

/** Loads the messages before the first loaded one, a page at a time. */
export function useEarlierMessages(conversationId: string, hasEarlier: boolean): EarlierMessages {
  const api = useApi();
  const client = useQueryClient();
  const isLoading = useRef(false);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');

  const load = useCallback(async () => {
    if (isLoading.current || !hasEarlier) return;
    isLoading.current = true;
    setState('loading');
    const loaded = await loadEarlierMessages(api, client, conversationId).then(
      () => true,
      () => false,
    );
    isLoading.current = false;
    setState(loaded ? 'idle' : 'failed');
  }, [api, client, conversationId, hasEarlier]);

  const failed = state === 'failed';
  return {
    hasEarlier,
    loading: state === 'loading',
    failed,
    load: () => void load(),
    loadAhead: () => {
      if (!failed) void load();
    },
  };
}
