import { isAcceptedFileType } from '@homie/contracts';

/**
 * The files that a paste means, [] when it means text. Word processors and spreadsheets put a picture beside the text
 * that was copied: there the text is wanted.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = Array.from(clipboard.files);
  const wanted = files.some(({ name, type: mime }) => isAcceptedFileType({ name, mime }));
  return wanted || clipboard.getData('text/plain') === '' ? files : [];
}
