import { MESSAGE_MAX_LENGTH } from '@homie/contracts';

/** Why nothing can be sent right now. */
export type SendBlock = 'no-conversation' | 'sending' | 'uploading' | 'empty' | 'too-long';

interface SendSituation {
  conversationId: string | null;
  text: string;
  fileCount: number;
  /** A reply is on its way in this conversation. */
  sending: boolean;
  uploading: boolean;
}

/** Why a message may not be sent, or null when it may. */
export function sendBlock({
  conversationId,
  text,
  fileCount,
  sending,
  uploading,
}: SendSituation): SendBlock | null {
  if (conversationId === null) return 'no-conversation';
  if (sending) return 'sending';
  if (uploading) return 'uploading';
  if (text.trim() === '' && fileCount === 0) return 'empty';
  if (text.length > MESSAGE_MAX_LENGTH) return 'too-long';
  return null;
}

/** The toast for a block that the person cannot see coming; null where the composer itself shows why. */
export function blockNotice(block: SendBlock): { title: string; description: string } | null {
  switch (block) {
    case 'no-conversation':
      return { title: 'No Conversation', description: 'Please select a conversation first.' };
    case 'uploading':
      return {
        title: 'Upload in Progress',
        description: 'Please wait for files to finish uploading.',
      };
    case 'too-long':
      return { title: 'Error', description: 'Message too long' };
    case 'sending':
    case 'empty':
      return null;
  }
}
