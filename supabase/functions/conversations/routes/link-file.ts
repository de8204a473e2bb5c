import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { readFileRow } from '../file-row.ts';
import { linkStoredFile } from '../link-stored-file.ts';

/** POST /conversations/{id}/file: a short-lived link to download a file. */
export async function linkFile(
  { data, files }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<{ url: string }> {
  const { name, supabasePath } = await readFileRow(data, parameters['id'], body);
  return linkStoredFile(files, supabasePath, name);
}
