import type { Attachment } from '@homie/contracts';

/** A small file as the server describes it once it is stored. */
export function storedFile(name: string): Attachment {
  return {
    name,
    size: 5,
    mime: 'text/plain',
    sha256: 'a'.repeat(64),
    supabasePath: `attachments/${name}`,
    openaiFileId: null,
  };
}
