import { DEFAULT_ROLE } from '@homie/contracts';
import { TextField } from '@homie/ui';
import { useAdminApi } from '../../../data/admin-api';
import { CreateDialog } from '../../../resource/create-dialog';
import { StartFields } from './start-fields';

const labels = { email: 'Email', role: 'Role', participantIds: 'Participants' };

/** Invites a user by email, with a role and participants. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { admin } = useAdminApi();
  return (
    <CreateDialog
      title="Invite user"
      description="They get an email with a link, valid for a week, to choose their name and password."
      submitLabel="Send invitation"
      busyLabel="Sending..."
      defaultValues={{ email: '', role: DEFAULT_ROLE, participantIds: [] }}
      schema={({ invitationSchema }) => invitationSchema}
      labels={labels}
      create={admin.inviteUser}
      success="Invitation sent"
      invalidate={admin.userData.invalidate}
      onClose={onClose}
    >
      <TextField<{ email: string }>
        name="email"
        type="email"
        label={labels.email}
        autoComplete="off"
        required
      />
      <StartFields />
    </CreateDialog>
  );
}
