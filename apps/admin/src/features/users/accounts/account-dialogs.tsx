import type { AdminApi, Api } from '@homie/api-client';
import type { User } from '@homie/contracts';
import { ConfirmDialog, withName } from '@homie/ui';
import type { ComponentType } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { useChange } from '../../../data/use-change';
import type { RecordDialogProps } from '../../../resource/define-dialogs';

/** A change of an account that is confirmed before it is made. */
interface AccountAction {
  title: string;
  /** The consequences for the user. */
  body: (email: string) => string;
  confirmLabel: string;
  busyLabel: string;
  destructive?: boolean;
  run: (admin: AdminApi, api: Api, userId: string) => Promise<void>;
  success: string;
}

function accountDialog(action: AccountAction): ComponentType<RecordDialogProps<User>> {
  const { title, body, confirmLabel, busyLabel, destructive = false, run, success } = action;
  return function AccountDialog({ id, record: user, onClose }) {
    const { admin, api } = useAdminApi();
    const change = useChange(admin.userData.invalidate);

    async function confirm() {
      const done = await change.run({
        run: async () => {
          await run(admin, api, id);
          return success;
        },
      });
      if (done) onClose();
    }

    if (!user) return null;
    return (
      <ConfirmDialog
        open
        {...{ title, confirmLabel, busyLabel, destructive }}
        body={withName(body(user.email), user.email)}
        busy={change.busy}
        onConfirm={() => void confirm()}
        onCancel={onClose}
      />
    );
  };
}

/** Ends the access of a user until it is given back. */
export const DeactivateDialog = accountDialog({
  title: 'Deactivate user?',
  body: (email) =>
    `${email} is signed out everywhere at once and can no longer sign in. Conversations, documents and access stay, so you can reactivate the account later.`,
  confirmLabel: 'Deactivate',
  busyLabel: 'Deactivating...',
  destructive: true,
  run: (admin, api, id) => admin.changeAccount(api, 'deactivate_user', id),
  success: 'User deactivated',
});

/** Gives a deactivated user access again. */
export const ReactivateDialog = accountDialog({
  title: 'Reactivate user?',
  body: (email) => `${email} can sign in again, with the same role and access as before.`,
  confirmLabel: 'Reactivate',
  busyLabel: 'Reactivating...',
  run: (admin, api, id) => admin.changeAccount(api, 'reactivate_user', id),
  success: 'User reactivated',
});

/** Deletes the account of a user who waits for approval. */
export const RejectDialog = accountDialog({
  title: 'Reject sign-up?',
  body: (email) => `The account of ${email} is deleted. They can sign up again.`,
  confirmLabel: 'Reject',
  busyLabel: 'Rejecting...',
  destructive: true,
  run: (admin, api, id) => admin.changeAccount(api, 'delete_user', id),
  success: 'Sign-up rejected',
});

/** Mails a link for a new password. */
export const ResetDialog = accountDialog({
  title: 'Send a password reset?',
  body: (email) =>
    `We mail ${email} a link to choose a new password. Their current password works until they do.`,
  confirmLabel: 'Send reset',
  busyLabel: 'Sending...',
  run: (admin, api, id) => admin.mailUser(api, 'reset', id),
  success: 'Password reset sent',
});

/** Mails an invited user another link. */
export const ResendDialog = accountDialog({
  title: 'Send the invitation again?',
  body: (email) => `We mail ${email} a new link. It works for a week.`,
  confirmLabel: 'Send again',
  busyLabel: 'Sending...',
  run: (admin, api, id) => admin.mailUser(api, 'invitation', id),
  success: 'Invitation sent',
});

/** Revokes an invitation. */
export const RevokeDialog = accountDialog({
  title: 'Revoke invitation?',
  body: (email) => `The link that we mailed to ${email} stops working. You can invite them again.`,
  confirmLabel: 'Revoke',
  busyLabel: 'Revoking...',
  destructive: true,
  run: (admin, api, id) => admin.changeAccount(api, 'revoke_invitation', id),
  success: 'Invitation revoked',
});
