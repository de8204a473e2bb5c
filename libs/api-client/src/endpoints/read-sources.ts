import { placeSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { queryRest } from '../administration/query-rest';
import type { Api } from '../http/api';

const recordSchema = z.object({
  title: z.string(),
  content: z.string(),
  assistants: z.object({ label: z.string() }),
});

/** A record of an assistant, in Markdown. */
export type AssistantRecord = z.output<typeof recordSchema>;

/** Returns a record, or null if it does not exist or the user has no access to its assistant. */
export async function getRecord(api: Api, id: string): Promise<AssistantRecord | null> {
  const { rows } = await queryRest(api, z.nullable(recordSchema), (rest) =>
    rest
      .from('assistant_records')
      .select('title,content,assistants(label)')
      .eq('id', id)
      .maybeSingle(),
  );
  return rows;
}

const versionSchema = z.nullable(
  z.object({
    document_id: z.string(),
    number: z.int(),
    name: z.nullable(z.string()),
    chunk_count: z.int(),
    documents: z.object({ title: z.string(), archived: z.boolean() }),
  }),
);

/** A version of a document, as a reply cites it. */
export interface CitedDocument {
  title: string;
  archived: boolean;
  version: number;
  /** Name of the file; null for a note. */
  fileName: string | null;
  /** Number of the version that replies quote now. */
  latestVersion: number;
  /** Number of passages, which are counted from 1. */
  passages: number;
}

/** Returns a version of a document, or null if it was removed or the user has no access to it. */
export async function getCitedDocument(api: Api, versionId: string): Promise<CitedDocument | null> {
  const { rows: row } = await queryRest(api, versionSchema, (rest) =>
    rest
      .from('document_versions')
      .select('document_id,number,name,chunk_count,documents(title,archived)')
      .eq('id', versionId)
      .maybeSingle(),
  );
  if (row === null) return null;
  const { rows: latest } = await queryRest(api, z.array(z.object({ number: z.int() })), (rest) =>
    rest
      .from('document_versions')
      .select('number')
      .eq('document_id', row.document_id)
      .not('ready_at', 'is', null)
      .order('number', { ascending: false })
      .limit(1),
  );
  const { number: version, name: fileName, chunk_count: passages, documents } = row;
  return { ...documents, version, fileName, passages, latestVersion: latest[0]?.number ?? version };
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
