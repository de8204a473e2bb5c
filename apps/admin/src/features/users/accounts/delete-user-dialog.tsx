import { useQuery } from '@homie/api-client';
import type { User } from '@homie/contracts';
import { Button, Dialog, Text, withName } from '@homie/ui';
import { TypedConfirmDialog } from '@homie/widgets';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';
import { UnreadPanel } from '../../../records/unread-panel';
import type { RecordDialogProps } from '../../../resource/define-dialogs';
import { describeUserDeletion } from './describe-user-deletion';

/** Confirms the deletion of an account after a preview of what is deleted with it. A legal hold prevents it. */
export function DeleteUserDialog({ id, record: user, onClose }: RecordDialogProps<User>) {
  const { admin, api } = useAdminApi();
  const { busy, run } = useChange(admin.userData.invalidate);
  const effect = useQuery(admin.userDeletionQuery(api, id));
  const title = 'Delete user?';

  async function confirm() {
    const done = await run({
      run: async () => {
        await admin.changeAccount(api, 'delete_user', id);
        return 'User deleted';
      },
    });
    if (done) onClose();
  }

  if (!user || !effect.data)
    return (
      <Dialog open size="sm" title={title} onClose={onClose}>
        <UnreadPanel
          query={effect}
          failureTitle="Failed to load what would be deleted"
          rows={2}
          label="Loading what would be deleted"
        />
      </Dialog>
    );
  if (effect.data.hold !== null)
    return (
      <Dialog
        key="hold"
        open
        size="sm"
        title="On legal hold"
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <Text overflowWrap="anywhere">
          <span translate="no">{user.email}</span> cannot be deleted:{' '}
          <span>{effect.data.hold}</span>
        </Text>
        <Text tone="muted" mt="2">
          Deactivate the account instead. It ends all access and keeps the records.
        </Text>
      </Dialog>
    );
  return (
    <TypedConfirmDialog
      open
      title={title}
      body={withName(describeUserDeletion(user.email, effect.data), user.email)}
      name={user.email}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
