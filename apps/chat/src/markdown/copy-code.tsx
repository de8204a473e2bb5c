import { IconCheck, IconCopy } from '@homie/ui';
import { memo, useEffect, useState, type MouseEvent } from 'react';
import { copyText } from '../feedback/copy-text';

/** How long the button shows that it has done it, in milliseconds. */
const SHOWN_MS = 2000;

/** Copies the code of the block in which it stands. */
export const CopyCode = memo(function CopyCode() {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy({ currentTarget }: MouseEvent) {
    const code = currentTarget.closest('.code')?.querySelector('code')?.textContent ?? '';
    setCopied(await copyText(code, 'Code copied.'));
  }
  return (
    <button type="button" onClick={(event) => void copy(event)}>
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      Copy code
    </button>
  );
});
