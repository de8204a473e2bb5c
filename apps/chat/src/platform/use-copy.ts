import { announce } from '@homie/ui';
import { useEffect, useState } from 'react';
import { copyText, type RichText } from './copy-text';

/** How long a button shows that it has copied, in milliseconds. */
const SHOWN_MS = 2000;

/**
 * Copying for a button that shows for a moment that it did.
 * @param said what a screen reader says once the content is on the clipboard
 * @returns whether that was a moment ago, and how to copy: a text, or a function that puts something else there
 */
export function useCopy(
  said: string,
): [copied: boolean, copy: (content: string | RichText | (() => Promise<boolean>)) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy(content: string | RichText | (() => Promise<boolean>)) {
    const isCopied = await (typeof content === 'function' ? content() : copyText(content));
    setCopied(isCopied);
    if (isCopied) announce(said);
  }
  return [copied, (content) => void copy(content)];
}
