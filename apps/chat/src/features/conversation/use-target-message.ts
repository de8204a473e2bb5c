import {
  chooseBranch,
  isMissing,
  loadMessages,
  useApi,
  useQueryClient,
  type Api,
  type QueryClient,
} from '@homie/api-client';
import { toast } from '@homie/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Select } from '../../platform/use-selection';
import type { ThreadItem } from '../../engine/thread-items';
import type { ReadingPosition } from './reading/use-reading-position';

/** The time that the message is highlighted, in milliseconds. */
const MARKED_MS = 2500;

/** Its offset from the upper edge, with a little of the previous message above it, in pixels. */
const TOP = 72;

/** Loads the path from a message on, after selecting that path if another is shown. */
async function load(api: Api, client: QueryClient, conversationId: string, messageId: string) {
  const until = { until: messageId };
  try {
    await loadMessages(api, client, conversationId, until);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await chooseBranch(api, conversationId, messageId);
    await loadMessages(api, client, conversationId, until);
  }
}

interface TargetMessageOptions {
  conversationId: string;
  /** Undefined until the conversation is loaded. */
  assistantId: string | undefined;
  /** The message in the address. */
  messageId: string | null;
  onSelect: Select;
  items: readonly ThreadItem[];
  /** True once the conversation is loaded and can be searched. */
  ready: boolean;
  position: Pick<ReadingPosition, 'toEnd' | 'toRow'>;
}

/**
 * Navigates to the message in the address: loads it, scrolls to it, highlights it for a moment. The address names it
 * until the reader moves on.
 * @returns the message's id while it is highlighted, a function that goes to another, and the callback for the reader's
 *   moves
 */
export function useTargetMessage({
  conversationId,
  assistantId,
  messageId,
  onSelect,
  items,
  ready,
  position,
}: TargetMessageOptions) {
  const api = useApi();
  const client = useQueryClient();
  const [seen, setSeen] = useState<string | null>(null);
  if (messageId === null && seen !== null) setSeen(null);
  const shown = useRef<string | null>(null);
  const { toEnd, toRow } = position;
  const item = items.find(({ id }) => id === messageId);
  const key = item?.key;

  useEffect(() => {
    if (messageId === null) shown.current = null;
    if (messageId === null || !ready || shown.current === messageId) return;
    if (key !== undefined) {
      shown.current = messageId;
      toRow({ key, top: TOP });
      return;
    }
    let left = false;
    load(api, client, conversationId, messageId).catch((error: unknown) => {
      if (left) return;
      shown.current = messageId;
      const description = isMissing(error)
        ? 'It is no longer part of this conversation.'
        : 'It could not be loaded. Please try again.';
      toast.error({ title: 'Message not found', description });
      toEnd();
    });
    return () => {
      left = true;
    };
  }, [messageId, ready, key, api, client, conversationId, toEnd, toRow]);

  const marked = key !== undefined && messageId !== seen ? messageId : null;
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setSeen(marked), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  // A conversation that is shown again goes to the message again.
  useEffect(
    () => () => {
      shown.current = null;
      setSeen(null);
    },
    [],
  );

  const onMoved = useCallback(() => {
    if (messageId === null || shown.current !== messageId || assistantId === undefined) return;
    onSelect({ id: conversationId, assistant_id: assistantId }, { replace: true });
  }, [messageId, assistantId, conversationId, onSelect]);

  const seek = useCallback(
    (id: string) => {
      if (assistantId === undefined) return;
      const conversation = { id: conversationId, assistant_id: assistantId };
      onSelect(conversation, { messageId: id, replace: true });
    },
    [assistantId, conversationId, onSelect],
  );

  return { targetId: marked, seek, onMoved };
}
