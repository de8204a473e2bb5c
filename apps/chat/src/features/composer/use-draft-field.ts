import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { grow } from '../../platform/grow';
import { useChat } from '../../engine/react';

interface DraftField {
  ref: RefObject<HTMLTextAreaElement | null>;
  defaultValue: string;
  /** Stores the typed text. */
  write: (text: string) => void;
}

/**
 * Binds a textarea to the draft of a conversation. The textarea is uncontrolled: React renders nothing per keystroke,
 * so typing never lags. Changes from elsewhere are written into the field: the text of another tab, or a message that
 * was taken back.
 */
export function useDraftField(conversationId: string): DraftField {
  const { drafts } = useChat();
  const ref = useRef<HTMLTextAreaElement>(null);
  const [defaultValue] = useState(() => drafts.read(conversationId));
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const show = () => {
      const text = drafts.read(conversationId);
      // Skips text that was typed here: writing it again would move the caret.
      if (element.value !== text) element.value = text;
      grow(element);
    };
    show();
    return drafts.subscribe(show);
  }, [drafts, conversationId]);
  return { ref, defaultValue, write: (text) => drafts.write(conversationId, text) };
}
