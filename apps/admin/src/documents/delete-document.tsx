import type { OrganisationDocument } from '@homie/api-client';
import { ConfirmDialog, withName } from '@homie/ui';
import { useAdminApi } from '../data/admin-api';
import { useChange } from '../data/use-change';

interface DeleteDocumentProps {
  document: OrganisationDocument;
  onClose: () => void;
}

/** Confirms the deletion of a document with all its versions. */
export function DeleteDocument({ document, onClose }: DeleteDocumentProps) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange(admin.invalidateDocuments);
  const { length } = document.versions;

  async function remove() {
    const done = await run({
      run: async () => {
        await admin.deleteDocument(api, document.id);
        return 'Document deleted successfully';
      },
    });
    if (done) onClose();
  }

  return (
    <ConfirmDialog
      open
      destructive
      title="Delete document"
      body={withName(
        `This cannot be undone. It deletes ${document.title} with ${length === 1 ? 'its text' : `all ${length} versions`}. Replies that quote it keep their words, but their sources no longer open. Archive it instead to keep them.`,
        document.title,
      )}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
