import type { OrganisationDocument, DocumentTarget, SavedDocument } from '@homie/contracts/admin';
import { documentPageSchema, savedDocumentSchema } from '@homie/contracts/admin';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { uploadTo } from '../../endpoints/attachments/upload-file';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { callFunction } from '../../http/call-function';
import type { Counted } from '../page-range';
import { queryRest } from '../query-rest';
import type { Saved } from '../saved';

// The rules of the forms.
export { documentDetailsSchema, documentNoteFieldsSchema } from '@homie/contracts/admin';
export type { DocumentTarget, DocumentVersion, OrganisationDocument } from '@homie/contracts/admin';

/** The assistant or the participant that documents belong to. */
export type DocumentHolder = Pick<DocumentTarget, 'assistantId' | 'participantId'>;

const KEY = ['admin', 'documents'];
/** Interval between two reads of the list while a document is being read, in milliseconds. */
const POLL_MS = 1_500;

const editedSchema = z.array(
  z.object({
    assistants: z.object({
      id: z.string(),
      label: z.string(),
      participant_id: z.nullable(z.string()),
    }),
  }),
);

/** An assistant whose documents the user may edit. */
export type EditedAssistant = z.infer<typeof editedSchema>[number]['assistants'];

/** Options of the query for the assistants whose documents the user was granted the right to edit, by label. */
export function editedAssistantsQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: [...KEY, 'edited', userId],
    queryFn: async () => {
      const { rows } = await queryRest(api, editedSchema, (rest) =>
        rest
          .from('assistant_access')
          .select('assistants!inner(id,label,participant_id)')
          .match({ user_id: userId, can_edit: true }),
      );
      return rows
        .map(({ assistants }) => assistants)
        .sort((one, other) => one.label.localeCompare(other.label));
    },
  });
}

/** Lists one page of the documents, 25 a page, whose titles contain `q`, with the total. */
export async function listDocuments(
  api: Api,
  { assistantId, participantId }: DocumentHolder,
  { q, page }: { q: string; page: number },
): Promise<Counted<OrganisationDocument[]>> {
  const { rows } = await queryRest(api, documentPageSchema, (rest) =>
    rest.rpc('list_documents', {
      assistant_id: assistantId ?? null,
      participant_id: participantId ?? null,
      q,
      page,
    }),
  );
  return rows;
}

/** Options of the query for a page of documents. It repeats while one of them is being read or indexed. */
export function documentsQuery(
  api: Api,
  holder: DocumentHolder,
  search: { q: string; page: number },
) {
  return queryOptions({
    queryKey: [...KEY, holder, search],
    queryFn: () => listDocuments(api, holder, search),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.rows.some(isInProgress) ? POLL_MS : false),
  });
}

/** Returns true while the latest version of a document is being read or indexed. */
function isInProgress(document: OrganisationDocument): boolean {
  const [latest] = document.versions;
  return isBeingRead(document) || (!document.archived && typeof latest?.indexed === 'number');
}

/** Returns true while the latest version of a document waits or is being read. */
export function isBeingRead({ versions: [latest] }: OrganisationDocument): boolean {
  return latest !== undefined && (latest.status === 'waiting' || latest.status === 'reading');
}

/** Invalidates the documents and what their changes affect. Resolves when the documents are current. */
export async function invalidateDocuments(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['admin', 'history'] });
  await client.invalidateQueries({ queryKey: KEY });
}

/** Uploads a file as a new document, or as a new version of one. */
export function uploadDocument(
  api: Api,
  target: DocumentTarget,
  file: File,
  signal: AbortSignal,
): Promise<SavedDocument> {
  return uploadTo(api, '/documents/upload', { file, fields: target, signal }, savedDocumentSchema);
}

/** Saves a text as a new document, or as a new version of one. @throws ApiError with the failed rules */
export function saveDocumentNote(
  api: Api,
  target: DocumentTarget,
  note: { title: string; note: string },
): Promise<SavedDocument> {
  return callFunction(api, savedDocumentSchema, {
    endpoint: '/documents/note',
    method: 'POST',
    body: { ...note, ...target },
  });
}

/** Returns the text of a note. The audit log records that the user opened it. */
export async function getDocumentNote(api: Api, versionId: string): Promise<string> {
  const { rows } = await queryRest(
    api,
    z.nullable(z.object({ note: z.nullable(z.string()) })),
    (rest) => rest.rpc('open_document', { version_id: versionId }),
  );
  return rows?.note ?? '';
}

/** Options of the query for the text of a note. */
export function documentNoteQuery(api: Api, versionId: string) {
  return queryOptions({
    queryKey: [...KEY, 'note', versionId],
    queryFn: () => getDocumentNote(api, versionId),
  });
}

const versionSchema = z.object({
  title: z.string(),
  owner_id: z.nullable(z.string()),
  review_on: z.nullable(z.string()),
  archived: z.boolean(),
  updated_at: z.string(),
});

/** The fields of a document that users change. */
export type DocumentDetails = Pick<
  OrganisationDocument,
  'title' | 'owner_id' | 'review_on' | 'archived'
>;

/**
 * Updates a document, unless another user has changed it since it was read.
 * @throws ApiError 'not_found' if it was deleted in the meantime
 */
export async function updateDocument(
  api: Api,
  document: OrganisationDocument,
  changes: Partial<DocumentDetails>,
): Promise<Saved<OrganisationDocument>> {
  const columns = 'title,owner_id,review_on,archived,updated_at';
  const { rows: changed } = await queryRest(api, z.nullable(versionSchema), (rest) =>
    rest
      .from('documents')
      .update(changes)
      .eq('id', document.id)
      .eq('updated_at', document.updated_at)
      .select(columns)
      .maybeSingle(),
  );
  if (changed) return { outcome: 'saved', record: { ...document, ...changed } };
  const { rows: current } = await queryRest(api, z.nullable(versionSchema), (rest) =>
    rest.from('documents').select(columns).eq('id', document.id).maybeSingle(),
  );
  if (!current) throw new ApiError('not_found', 'Document not found', 404);
  return { outcome: 'conflict', current: { ...document, ...current } };
}

/** Deletes a document with all its versions. */
export async function deleteDocument(api: Api, id: string): Promise<void> {
  await queryRest(api, ignoredAnswer, (rest) => rest.from('documents').delete().eq('id', id));
}

/** Reads a document again. @throws ApiError if it is being read already */
export function readDocumentAgain(api: Api, documentId: string): Promise<void> {
  return callFunction(api, ignoredAnswer, {
    endpoint: '/documents/read',
    method: 'POST',
    body: { documentId },
  });
}
