import type { Attachment } from '@homie/contracts';
import { claimedKind } from '@homie/contracts/requests';
import type { TurnAttachment } from '../_shared/ai/provider.ts';
import { isBlank } from '../_shared/domain/extract/extracted-file.ts';
import { readableText } from '../_shared/domain/extract/readable-text.ts';
import { fitAttachments } from '../_shared/domain/fit-attachments.ts';
import type { CallContext } from './context.ts';

/** Kinds that a provider reads better than their text alone. Of tables it takes a thousand rows; we take more. */
const NATIVE_KINDS: ReadonlySet<string | undefined> = new Set(['pdf', 'docx']);
/** What all files that a provider reads itself may have together. */
const NATIVE_BYTES = 50 * 1024 * 1024;
/** Files of earlier messages that a question may still be about. */
const EARLIER_FILES = 6;

/** What of a call is needed to read files. */
export type ReadingContext = Pick<
  CallContext,
  'data' | 'ownFiles' | 'fileReader' | 'provider' | 'copies' | 'onError'
>;

interface FilesToRead {
  userId: string;
  /** Of the message that is being answered. */
  files: readonly Attachment[];
  /** Of the messages before it, oldest first. */
  earlier: readonly Attachment[];
}

/**
 * Reads what a reply may draw on: the message's own files and the latest ones before it, as the caller may read them
 * now. What was not read or does not fit is told in the notes; what there is to know of an earlier file was told under
 * the reply to its own message.
 */
export async function readAttachments(
  { data, ownFiles, fileReader, provider, copies, onError }: ReadingContext,
  { userId, files, earlier }: FilesToRead,
): Promise<{ attachments: TurnAttachment[]; notes: string[] }> {
  const own = new Set(files.map(({ supabasePath }) => supabasePath));
  const before = earlier.filter(({ supabasePath }) => !own.has(supabasePath)).toReversed();
  const wanted = [
    ...files.map((file) => ({ file, isEarlier: false })),
    ...before.slice(0, EARLIER_FILES).map((file) => ({ file, isEarlier: true })),
  ];
  const notes: string[] = [];
  const attachments: TurnAttachment[] = [];
  const access = { userId, data, ownFiles };
  let nativeBytes = 0;
  for (const { file, isEarlier } of wanted) {
    const { name, mime } = file;
    const attachment = { name, mime, ...(isEarlier && { isEarlier }) };
    if (copies && NATIVE_KINDS.has(claimedKind(name)) && nativeBytes + file.size <= NATIVE_BYTES) {
      // Where that fails the text serves.
      const openaiFileId = await copies.idOf(file, access).catch((error: unknown) => {
        onError(error);
        return null;
      });
      if (openaiFileId !== null) {
        nativeBytes += file.size;
        attachments.push({ ...attachment, openaiFileId });
        continue;
      }
    }
    const content = await fileReader.read(file, access);
    if (!isEarlier) notes.push(...content.notes);
    attachments.push({
      ...attachment,
      openaiFileId: null,
      ...(!isBlank(content) &&
        (provider.capabilities.fileInput === 'passages'
          ? { content }
          : { text: readableText(content) })),
    });
  }
  if (provider.capabilities.fileInput === 'passages') return { attachments, notes };
  const fitted = fitAttachments(attachments);
  return { attachments: fitted.attachments, notes: [...notes, ...fitted.notes] };
}
