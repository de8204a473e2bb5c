import { announce } from '@homie/ui';
import type { RichText } from '@homie/widgets';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text';

/** The time that a button shows that it has copied, in milliseconds. */
const SHOWN_MS = 2000;

/**
 * Copies content for a button that confirms it for a moment.
 * @param said the announcement for screen readers once the content is on the clipboard
 * @returns `copied`, which is true for a moment, and a function that copies a text or runs a function that copies
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
