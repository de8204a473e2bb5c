import { IconCheck, IconCopy } from '@homie/ui';
import { memo, type MouseEvent } from 'react';
import { useCopy } from '../platform/use-copy';

/** Copies the code of the surrounding block. */
export const CopyCode = memo(function CopyCode() {
  const [copied, copy] = useCopy('Code copied.');

  function copyBlock({ currentTarget }: MouseEvent) {
    copy(currentTarget.closest('.code')?.querySelector('code')?.textContent ?? '');
  }
  return (
    <button type="button" onClick={copyBlock}>
      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      Copy code
    </button>
  );
});
