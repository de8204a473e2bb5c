import { useQuery, type DocumentHolder, type OrganisationDocument } from '@homie/api-client';
import { useLocation } from '@homie/composition';
import { Button, Flex, IconPlus, Text } from '@homie/ui';
import { lazy, Suspense, useState } from 'react';
import { useAdminApi } from '../data/admin-api';
import { usePagedSearch } from '../lists/paged-search';
import { QueryList } from '../lists/query-list';
import { DeleteDocument } from './delete-document';
import type { DocumentLinkState } from './document-address';
import { DocumentRow, type DocumentAction } from './document-row';
import { NoteDialog } from './note-dialog';
import { UploadButton } from './upload-button';

const DetailsDialog = lazy(async () => ({
  default: (await import('./details-dialog')).DetailsDialog,
}));

/** Renders the documents of an assistant or a participant: upload, notes, versions, and the state of each. */
export function DocumentsPanel({ holder }: { holder: DocumentHolder }) {
  const { admin, api } = useAdminApi();
  // A link to one document has its title, so that it is found among many.
  const { state } = useLocation();
  const search = usePagedSearch((state as DocumentLinkState | null)?.documentTitle);
  const query = useQuery(admin.documentsQuery(api, holder, { q: search.q, page: search.page }));
  const [dialog, setDialog] = useState<{ name: DocumentAction; document?: OrganisationDocument }>();
  const close = () => setDialog(undefined);
  const { document } = dialog ?? {};

  return (
    <>
      <Text size="sm" tone="muted" mb="4">
        {holder.assistantId === undefined
          ? 'The participant’s assistant answers from these documents. Everyone with access to that assistant can open them.'
          : 'The assistant answers from these documents. Everyone with access to the assistant can open them.'}
      </Text>
      <Flex gap="2" flexWrap="wrap" mb="4">
        <UploadButton target={holder} label="Upload files" multiple />
        <Button size="sm" variant="outline" onClick={() => setDialog({ name: 'note' })}>
          <IconPlus size={16} />
          Add note
        </Button>
      </Flex>
      <QueryList
        label="Documents"
        noun="documents"
        searchLabel="Search by title"
        search={search}
        query={query}
        failureTitle="Failed to load documents"
        emptyText="No documents yet. Upload a policy, a care plan or a price list, or add a note."
      >
        {(row) => (
          <DocumentRow
            key={row.id}
            document={row}
            onOpen={(name) => setDialog({ name, document: row })}
          />
        )}
      </QueryList>
      {dialog?.name === 'note' && (
        <NoteDialog holder={holder} document={document} onClose={close} />
      )}
      {document && dialog?.name === 'details' && (
        <Suspense fallback={null}>
          <DetailsDialog holder={holder} document={document} onClose={close} />
        </Suspense>
      )}
      {document && dialog?.name === 'delete' && (
        <DeleteDocument document={document} onClose={close} />
      )}
    </>
  );
}
