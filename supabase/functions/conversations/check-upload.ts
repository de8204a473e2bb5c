import { AppError } from '@homie/contracts/requests';
import type { AttachmentStore, UploadOutcome } from '../_shared/files/attachment-store.ts';

const UPLOADS = 'You are uploading files too quickly. Please wait a minute and try again.';
const UNSENT = 'You have too many files that were not sent yet. Send or remove some of them first.';

/**
 * Verifies that a user may upload to a conversation now.
 * @throws AppError conversation_not_found, assistant_access_denied, rate_limited, or conflict (too many unsent files)
 */
export async function checkUpload(
  attachments: AttachmentStore,
  upload: { userId: string; conversationId: string },
): Promise<void> {
  requireOk(await attachments.checkUpload(upload));
}

/** Throws unless the outcome is `ok`. @throws AppError as {@link checkUpload} */
export function requireOk(outcome: UploadOutcome): void {
  switch (outcome) {
    case 'ok':
      return;
    case 'conversation_not_found':
      throw new AppError('conversation_not_found');
    case 'access_denied':
      throw new AppError('assistant_access_denied');
    case 'rate_limited':
      throw new AppError('rate_limited', UPLOADS);
    case 'too_many_unsent':
      throw new AppError('conflict', UNSENT);
  }
}
