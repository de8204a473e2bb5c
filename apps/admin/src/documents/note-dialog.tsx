import {
  useQuery,
  useQueryClient,
  type DocumentHolder,
  type OrganisationDocument,
} from '@homie/api-client';
import { Dialog, TextareaField, TextField, toast } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { useAdminApi } from '../data/admin-api';
import { showRefusal } from '../data/show-failure';
import { UnreadPanel } from '../records/unread-panel';

const labels = { title: 'Title', note: 'Text' } as const;

interface NoteValues {
  title: string;
  note: string;
}

interface NoteDialogProps {
  holder: DocumentHolder;
  /** The note that gets a new version; undefined for a new note. */
  document: OrganisationDocument | undefined;
  onClose: () => void;
}

/** Adds a note, or saves a new version of one. */
export function NoteDialog({ document, ...props }: NoteDialogProps) {
  const [latest] = document?.versions ?? [];
  if (!document || !latest) return <NoteForm {...props} note={{ title: '', note: '' }} />;
  return <SavedNote {...props} document={document} versionId={latest.id} />;
}

function SavedNote({
  document,
  versionId,
  ...props
}: NoteDialogProps & { document: OrganisationDocument; versionId: string }) {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.documentNoteQuery(api, versionId));
  if (query.data !== undefined)
    return (
      <NoteForm {...props} document={document} note={{ title: document.title, note: query.data }} />
    );
  return (
    <Dialog open size="lg" title="Edit note" onClose={props.onClose}>
      <UnreadPanel
        query={query}
        failureTitle="Failed to load the note"
        rows={5}
        label="Loading the note"
      />
    </Dialog>
  );
}

function NoteForm({
  holder,
  document,
  note,
  onClose,
}: Omit<NoteDialogProps, 'document'> & { document?: OrganisationDocument; note: NoteValues }) {
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  return (
    <FormDialog
      size="lg"
      title={document ? 'Edit note' : 'Add note'}
      description={
        document && 'Saving adds a version. Earlier replies still open the version they quote.'
      }
      schema={admin.documentNoteFieldsSchema}
      defaultValues={note}
      labels={labels}
      submitLabel={document ? 'Save' : 'Add'}
      busyLabel={document ? 'Saving...' : 'Adding...'}
      onClose={onClose}
      onSubmit={async (values, actions) => {
        try {
          const target = document ? { documentId: document.id } : holder;
          await admin.saveDocumentNote(api, target, values);
        } catch (error) {
          return showRefusal(error, admin, actions, labels);
        }
        actions.finish();
        toast.success({
          title: document ? 'Note updated successfully' : 'Note added successfully',
        });
        await admin.invalidateDocuments(client);
      }}
    >
      {!document && (
        <TextField<NoteValues> name="title" label={labels.title} maxLength={160} required />
      )}
      <TextareaField<NoteValues>
        name="note"
        label={labels.note}
        hint="A line that starts with # is a heading."
        rows={12}
        maxLength={60_000}
        required
      />
    </FormDialog>
  );
}
