import { FILES_COUNT_MESSAGE, FILES_PER_MESSAGE_MAX, MESSAGE_MAX_LENGTH } from '@homie/contracts';
import { isUnderWay, type UploadState } from '../../engine/uploads/upload-list';

/** A reason why nothing can be sent now. */
export type SendBlock =
  'no-conversation' | 'uploading' | 'failed-files' | 'too-many-files' | 'empty' | 'too-long';

interface SendSituation {
  conversationId: string | null;
  text: string;
  files: readonly { state: UploadState }[];
}

/** Returns why a message cannot be sent, or null if it can. */
export function sendBlock({ conversationId, text, files }: SendSituation): SendBlock | null {
  if (conversationId === null) return 'no-conversation';
  if (files.some(isUnderWay)) return 'uploading';
  if (files.some(({ state }) => state === 'failed')) return 'failed-files';
  if (files.length > FILES_PER_MESSAGE_MAX) return 'too-many-files';
  if (text.trim() === '' && files.length === 0) return 'empty';
  if (text.length > MESSAGE_MAX_LENGTH) return 'too-long';
  return null;
}

/** Returns the toast for a block that the user cannot anticipate; null if the composer itself shows the reason. */
export function blockNotice(block: SendBlock): { title: string; description: string } | null {
  switch (block) {
    case 'no-conversation':
      return { title: 'No Conversation', description: 'Please select a conversation first.' };
    case 'uploading':
      return {
        title: 'Upload in Progress',
        description: 'Please wait for files to finish uploading.',
      };
    case 'failed-files':
      return {
        title: 'Upload Error',
        description: 'Some files failed to upload. Please try uploading them again.',
      };
    case 'too-many-files':
      return { title: 'Too Many Files', description: FILES_COUNT_MESSAGE };
    case 'too-long':
      return { title: 'Error', description: 'Message too long' };
    case 'empty':
      return null;
  }
}
