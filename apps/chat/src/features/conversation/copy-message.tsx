import type { Citation } from '@homie/contracts';
import { IconCheck, IconCopy } from '@homie/ui';
import { copyReply } from '../../platform/copy-text';
import { useCopy } from '../../platform/use-copy';
import { ActionButton } from './action-button';

interface CopyMessageProps {
  text: string;
  /** The sources of a reply, which is copied formatted, and as plain text without Markdown. Omit for other texts. */
  citations?: readonly Citation[];
}

/** Copies the text of a message. */
export function CopyMessage({ text, citations }: CopyMessageProps) {
  const [copied, copy] = useCopy('Message copied.');
  return (
    <ActionButton
      label="Copy"
      icon={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      {...(copied && { color: 'success.fg' })}
      onClick={() => copy(citations ? () => copyReply(text, citations) : text)}
    />
  );
}
