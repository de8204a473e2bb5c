import { useQueryClient } from '@homie/api-client';
import { DEFAULT_ROLE, type User } from '@homie/contracts';
import { toast, withName } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { useAdminApi } from '../../../data/admin-api';
import { showError } from '../../../data/show-failure';
import type { RecordDialogProps } from '../../../resource/define-dialogs';
import { StartFields } from './start-fields';

/** Approves a user who waits, with a role and participants. */
export function ApproveDialog({ id, record: user, onClose }: RecordDialogProps<User>) {
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  if (!user) return null;
  return (
    <FormDialog
      title="Approve user"
      description={withName(`${user.email} signed up and waits for your approval.`, user.email)}
      schema={admin.approvalSchema}
      defaultValues={{ role: DEFAULT_ROLE, participantIds: [] }}
      submitLabel="Approve"
      busyLabel="Approving..."
      onClose={onClose}
      onSubmit={async (approval, actions) => {
        try {
          await admin.approveUser(api, id, approval);
        } catch (error) {
          return showError(error);
        }
        actions.finish();
        toast.success({ title: 'User approved' });
        await admin.userData.invalidate(client);
      }}
    >
      <StartFields />
    </FormDialog>
  );
}
