import { isAcceptedFileType } from '@homie/contracts';

/**
 * Returns the files of a paste, [] if it is meant as text. Word processors and spreadsheets add a picture to copied
 * text: the text is used then.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = Array.from(clipboard.files);
  const wanted = files.some(({ name, type: mime }) => isAcceptedFileType({ name, mime }));
  return wanted || clipboard.getData('text/plain') === '' ? files : [];
}
