import { AppError, documentLinkRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { FILE_GONE, linkStoredFile } from '../link-stored-file.ts';

const NOT_READ = 'This file has not been scanned and read, and cannot be downloaded.';

const versionSchema = z.nullable(z.object({ ready_at: z.nullable(z.string()) }));
const fileSchema = z.object({
  name: z.nullable(z.string()),
  supabase_path: z.nullable(z.string()),
});

/**
 * POST /documents/file: a short-lived link to download the file of a version, for users who may read the document. Only
 * files that were read have passed the security scan.
 */
export async function linkDocument(
  { data, service, files }: CallContext,
  { body }: RoutedCall,
): Promise<{ url: string }> {
  const { versionId } = parseInput(documentLinkRequestSchema, body);
  const version = await readData(
    data.from('document_versions').select('ready_at').eq('id', versionId).maybeSingle(),
    versionSchema,
  );
  if (!version) throw new AppError('not_found', FILE_GONE);
  if (version.ready_at === null) throw new AppError('attachment_unavailable', NOT_READ);
  // Users may not read paths of files.
  const { name, supabase_path: path } = await readData(
    service.from('document_versions').select('name,supabase_path').eq('id', versionId).single(),
    fileSchema,
  );
  if (name === null || path === null) throw new AppError('not_found', FILE_GONE);
  const link = await linkStoredFile(files, path, name);
  await readData(data.rpc('open_document', { version_id: versionId }), z.unknown());
  return link;
}
