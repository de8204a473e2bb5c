import { HistoryPanel } from '../../records/history-panel';
import { defineDialogs } from '../../resource/define-dialogs';
import { AccessPanel } from './access/access-panel';
import {
  DeactivateDialog,
  ReactivateDialog,
  RejectDialog,
  ResendDialog,
  ResetDialog,
  RevokeDialog,
} from './accounts/account-dialogs';
import { ApproveDialog } from './accounts/approve-dialog';
import { DeleteUserDialog } from './accounts/delete-user-dialog';
import { ImportUsers } from './accounts/import-users';
import { InviteDialog } from './accounts/invite-dialog';
import { OffboardDialog } from './accounts/offboard-dialog';
import { RenameDialog } from './accounts/rename-dialog';
import { SecurityPanel } from './security-panel';
import { SeesPanel } from './sees-panel';
import { userResource } from './user';

/** The dialogs of a user: access to assistants, records that they can see because of it, the history of changes, and changes
 * of the account. */
export const UserDialogs = defineDialogs({
  ...userResource,
  tabs: [
    {
      id: 'access',
      label: 'Access',
      title: 'Assistant Access',
      content: ({ id }) => <AccessPanel userId={id} />,
    },
    {
      id: 'sees',
      label: 'Effective access',
      title: 'What can this user see?',
      content: ({ id, role }) => <SeesPanel userId={id} role={role.name} />,
    },
    {
      id: 'security',
      label: 'Security',
      title: 'Security',
      content: ({ id }) => <SecurityPanel userId={id} />,
    },
    {
      id: 'history',
      label: 'History',
      title: 'History',
      content: ({ id }) => <HistoryPanel kind="user" id={id} />,
    },
  ],
  create: InviteDialog,
  importing: ImportUsers,
  others: {
    approve: ApproveDialog,
    reject: RejectDialog,
    resend: ResendDialog,
    revoke: RevokeDialog,
    reset: ResetDialog,
    deactivate: DeactivateDialog,
    reactivate: ReactivateDialog,
    rename: RenameDialog,
    offboard: OffboardDialog,
    erase: DeleteUserDialog,
  },
});
