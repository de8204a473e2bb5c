import type { FilePreview } from '@homie/contracts';
import { filePreview } from '../../_shared/domain/extract/file-preview.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readFileRow } from '../file-row.ts';

/** POST /conversations/{id}/preview: the text and the tables of a file, as the assistant reads it. */
export async function previewFile(
  { caller, data, ownFiles, fileReader }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<FilePreview> {
  const file = await readFileRow(data, parameters['id'], body);
  return filePreview(await fileReader.read(file, { userId: caller.id, data, ownFiles }));
}
