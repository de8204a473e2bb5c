import { IconCheck, IconCopy } from '@homie/ui';
import { useEffect, useState } from 'react';
import { copyText } from '../../feedback/copy-text';
import { ActionButton } from './action-button';

/** How long the button shows that it has done it, in milliseconds. */
const SHOWN_MS = 2000;

/** Copies the words of a message: of a reply its Markdown. */
export function CopyMessage({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <ActionButton
      label="Copy"
      icon={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      {...(copied && { color: 'success.fg' })}
      onClick={() => void copyText(text, 'Message copied.').then(setCopied)}
    />
  );
}
