import { announce } from '@homie/ui';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text';

/** How long a button shows that it has copied, in milliseconds. */
const SHOWN_MS = 2000;

/**
 * Copying for a button that shows for a moment that it did.
 * @param said what a screen reader says once the text is on the clipboard
 */
export function useCopy(said: string): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy(text: string) {
    const isCopied = await copyText(text);
    setCopied(isCopied);
    if (isCopied) announce(said);
  }
  return [copied, (text) => void copy(text)];
}
