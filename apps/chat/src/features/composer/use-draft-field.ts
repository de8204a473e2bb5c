import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { grow } from '../../platform/grow';
import { useChat } from '../../engine/react';

interface DraftField {
  ref: RefObject<HTMLTextAreaElement | null>;
  defaultValue: string;
  /** To be called with what has been typed. */
  write: (text: string) => void;
}

/**
 * A textarea with what is typed and not sent in a conversation. The browser draws the letters and React nothing, so that
 * typing is never behind. What comes from elsewhere is put into the field: another tab's words, those taken back.
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
      // What was typed is there already; to put it there again would move the caret.
      if (element.value !== text) element.value = text;
      grow(element);
    };
    show();
    return drafts.subscribe(show);
  }, [drafts, conversationId]);
  return { ref, defaultValue, write: (text) => drafts.write(conversationId, text) };
}
