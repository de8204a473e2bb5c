import { placeSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { queryRest } from '../administration/query-rest';
import type { Api } from '../http/api';

const citedDocumentSchema = z.object({
  title: z.string(),
  archived: z.boolean(),
  version: z.int(),
  /** Name of the file; null for a note. */
  fileName: z.nullable(z.string()),
  /** Number of the version that replies quote now. */
  latestVersion: z.int(),
  /** Number of passages, which are counted from 1. */
  passages: z.int(),
});

/** A version of a document, as a reply cites it. */
export type CitedDocument = z.output<typeof citedDocumentSchema>;

/**
 * Returns a version of a document, or null if it was removed or the user has no access to it. The audit log records that
 * the user opened it.
 */
export async function getCitedDocument(api: Api, versionId: string): Promise<CitedDocument | null> {
  const { rows } = await queryRest(api, z.nullable(citedDocumentSchema), (rest) =>
    rest.rpc('open_document', { version_id: versionId }),
  );
  return rows;
}

const passagesSchema = z.array(
  z.object({ position: z.int(), content: z.string(), place: z.nullable(placeSchema) }),
);

/** A passage of a document, with its position. */
export type DocumentPassage = z.output<typeof passagesSchema>[number];

/** Lists the passages of a version from one position to another, in reading order. */
export async function listPassages(
  api: Api,
  versionId: string,
  { from, to }: { from: number; to: number },
): Promise<DocumentPassage[]> {
  const { rows } = await queryRest(api, passagesSchema, (rest) =>
    rest
      .from('document_chunks')
      .select('position,content,place')
      .eq('version_id', versionId)
      .gte('position', from)
      .lte('position', to)
      .order('position'),
  );
  return rows;
}
