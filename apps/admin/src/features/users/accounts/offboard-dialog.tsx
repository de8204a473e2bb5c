import { useQuery, useQueryClient } from '@homie/api-client';
import { USER_SEARCH_MAX_LENGTH, type FoundUser, type User } from '@homie/contracts';
import { Dialog, List, ListItem, Text, toast } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { ComboboxField } from '@homie/widgets/combobox';
import { useAdminApi } from '../../../data/admin-api';
import { showError } from '../../../data/show-failure';
import { describePerson, personName } from '../../../people/person-name';
import { UnreadPanel } from '../../../records/unread-panel';
import type { RecordDialogProps } from '../../../resource/define-dialogs';
import { describeOffboarding } from './describe-offboarding';

/** Ends the access of a user who leaves: says what changes and what stays, and asks who gets their documents. */
export function OffboardDialog({ id, record: user, onClose }: RecordDialogProps<User>) {
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  const effect = useQuery(admin.offboardingQuery(api, id));
  if (!user || !effect.data)
    return (
      <Dialog open size="md" title="Offboard user" onClose={onClose}>
        <UnreadPanel
          query={effect}
          failureTitle="Failed to load what would change"
          rows={4}
          label="Loading what would change"
        />
      </Dialog>
    );
  const { changes, stays } = describeOffboarding(personName(user), effect.data);
  const ownsDocuments = effect.data.documents > 0;
  return (
    <FormDialog
      title="Offboard user"
      description={<span translate="no">{user.email}</span>}
      schema={admin.offboardingSchema(ownsDocuments)}
      defaultValues={{ newOwnerId: null }}
      submitLabel="Offboard"
      busyLabel="Offboarding..."
      onClose={onClose}
      onSubmit={async ({ newOwnerId }, actions) => {
        try {
          await admin.offboardUser(api, id, newOwnerId);
        } catch (error) {
          return showError(error);
        }
        actions.finish();
        toast.success({ title: 'User offboarded' });
        await Promise.all([admin.userData.invalidate(client), admin.invalidateDocuments(client)]);
      }}
    >
      <List aria-label="What changes" listStyle="disc" paddingInlineStart="5">
        {changes.map((change) => (
          <ListItem key={change}>{change}</ListItem>
        ))}
      </List>
      <Text tone="muted">{stays}</Text>
      {ownsDocuments && (
        <ComboboxField<FoundUser, { newOwnerId: string | null }>
          name="newOwnerId"
          label="New owner of the documents"
          placeholder="Search by name or email"
          maxLength={USER_SEARCH_MAX_LENGTH}
          search={(q) => admin.searchUsers(api, { q, except: [id] })}
          describe={(found) => ({ key: found.id, ...describePerson(found) })}
          emptyText="No users match that"
          required
        />
      )}
    </FormDialog>
  );
}
