import type { Attachment } from '@homie/contracts';
import { claimedKind } from '@homie/contracts/requests';
import type { TurnAttachment } from '../_shared/ai/provider.ts';
import { isBlank } from '../_shared/domain/extract/extracted-file.ts';
import { readableText } from '../_shared/domain/extract/readable-text.ts';
import { fitAttachments } from '../_shared/domain/fit-attachments.ts';
import type { CallContext } from './context.ts';

/** Kinds of which a provider reads more than the text. Tables are not: it reads a thousand rows, we read more. */
const NATIVE_KINDS: ReadonlySet<string | undefined> = new Set(['pdf', 'docx']);
/** Maximum total size of the files that a provider reads itself, in bytes. */
const NATIVE_BYTES = 50 * 1024 * 1024;
/** Maximum number of files of earlier messages: a question may still be about them. */
const EARLIER_FILES = 6;

/** Fields of the call context that are needed to read files. */
export type ReadingContext = Pick<
  CallContext,
  'data' | 'ownFiles' | 'fileReader' | 'provider' | 'copies' | 'onError'
>;

interface FilesToRead {
  userId: string;
  /** Files of the message that is being answered. */
  files: readonly Attachment[];
  /** Files of the messages before it, oldest first. */
  earlier: readonly Attachment[];
}

/**
 * Reads the files for a reply: those of the message and the latest ones before it, as the caller may read them now. The
 * notes report content that was not read or does not fit. Extraction notes of an earlier file are omitted: the reply to
 * its own message has reported them.
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
    const attachment = { name, mime, path: file.supabasePath, ...(isEarlier && { isEarlier }) };
    if (copies && NATIVE_KINDS.has(claimedKind(name)) && nativeBytes + file.size <= NATIVE_BYTES) {
      // Falls back to the text if the copy fails.
      const openaiFileId = await copies.ensureUploaded(file, access).catch((error: unknown) => {
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
