import { useQueryClient, type DocumentHolder, type OrganisationDocument } from '@homie/api-client';
import { USER_SEARCH_MAX_LENGTH, type FoundUser } from '@homie/contracts';
import { TextField, toast, useFormField, type FormValues } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { ComboboxField } from '@homie/widgets/combobox';
import { DateField } from '@homie/widgets/date-field';
import { useContext, useRef } from 'react';
import { EditorContext, useAdminApi } from '../data/admin-api';
import { showRefusal } from '../data/show-failure';
import { describePerson } from '../people/person-name';
import { roleName } from '../people/role-name';
import { today } from './review';

const labels = { title: 'Title', owner_id: 'Owner', review_on: 'Review by' } as const;

type Details = Pick<OrganisationDocument, 'title' | 'owner_id' | 'review_on'>;

function toValues({ title, owner_id, review_on }: Details): Details {
  return { title, owner_id, review_on };
}

interface DetailsDialogProps {
  /** The assistant or participant, whose history has the changes of its documents. */
  holder: DocumentHolder;
  document: OrganisationDocument;
  onClose: () => void;
}

/** Edits title, owner and review date of a document. Only administrators find users, and set the owner. */
export function DetailsDialog({ holder, document, onClose }: DetailsDialogProps) {
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  const version = useRef(document);
  const isEditor = useContext(EditorContext);
  return (
    <FormDialog
      title="Edit document"
      description={<span translate="no">{document.title}</span>}
      schema={admin.documentDetailsSchema}
      defaultValues={toValues(document)}
      labels={labels}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      onSubmit={async (values, actions) => {
        try {
          const saved = await admin.updateDocument(api, version.current, values);
          if (saved.outcome === 'conflict') {
            version.current = saved.current;
            const author = await admin
              .readLastAuthor(api, {
                kind: holder.assistantId === undefined ? 'participant' : 'assistant',
                id: holder.assistantId ?? holder.participantId ?? '',
                documentId: document.id,
              })
              .catch(() => undefined);
            return actions.showConflict(toValues(saved.current), author);
          }
        } catch (error) {
          return showRefusal(error, admin, actions, labels);
        }
        actions.finish();
        toast.success({ title: 'Document updated successfully' });
        await admin.invalidateDocuments(client);
      }}
    >
      <TextField<Details> name="title" label={labels.title} maxLength={160} required />
      {!isEditor && (
        <ComboboxField<FoundUser, Details>
          name="owner_id"
          label={labels.owner_id}
          hint="The person responsible for the content."
          placeholder="Search by name or email"
          maxLength={USER_SEARCH_MAX_LENGTH}
          from={1}
          search={(q, signal) => admin.findUsers(api, { q }, signal)}
          describe={(user) => ({
            key: user.id,
            ...describePerson(user),
            detail: roleName(user.role.name),
          })}
          emptyText="No users match that"
          initialText={document.owner_name ?? document.owner_email}
        />
      )}
      <ReviewDate />
    </FormDialog>
  );
}

function ReviewDate() {
  const { value, setValue } = useFormField<FormValues, string>('review_on');
  return (
    <DateField
      label={labels.review_on}
      placeholder="No date"
      value={typeof value === 'string' ? value : undefined}
      today={today()}
      onChange={(day) => setValue(day ?? null)}
    />
  );
}
