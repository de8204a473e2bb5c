import { IconCheck, IconCopy } from '@homie/ui';
import { useCopy } from '../../feedback/use-copy';
import { ActionButton } from './action-button';

/** Copies the words of a message: of a reply its Markdown. */
export function CopyMessage({ text }: { text: string }) {
  const [copied, copy] = useCopy('Message copied.');
  return (
    <ActionButton
      label="Copy"
      icon={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      {...(copied && { color: 'success.fg' })}
      onClick={() => copy(text)}
    />
  );
}
