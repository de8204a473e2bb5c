import { IconCheck, IconCopy } from '@homie/ui';
import { copyReply } from '../../platform/copy-text';
import { useCopy } from '../../platform/use-copy';
import { ActionButton } from './action-button';

interface CopyMessageProps {
  text: string;
  /** The text is that of a reply: copied formatted, and as plain text without Markdown. */
  markdown?: boolean;
}

/** Copies the text of a message. */
export function CopyMessage({ text, markdown = false }: CopyMessageProps) {
  const [copied, copy] = useCopy('Message copied.');
  return (
    <ActionButton
      label="Copy"
      icon={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      {...(copied && { color: 'success.fg' })}
      onClick={() => copy(markdown ? () => copyReply(text) : text)}
    />
  );
}
