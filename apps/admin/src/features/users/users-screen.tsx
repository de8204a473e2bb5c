import {
  roleNameSchema,
  USER_PAGE_SIZE,
  USER_SEARCH_MAX_LENGTH,
  type User,
} from '@homie/contracts';
import {
  Badge,
  Flex,
  IconCheck,
  IconEye,
  IconLock,
  IconSignOut,
  IconMail,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconUsers,
  IconX,
} from '@homie/ui';
import { EmailText, byText, byTime, IconDirectAccess, IconHistory, TimeText } from '@homie/widgets';
import { accountStateOptions } from '../../people/account-state-name';
import { AccountBadge } from '../../people/account-badge';
import { personName } from '../../people/person-name';
import { roleName } from '../../people/role-name';
import { defineResource } from '../../resource/define-resource';
import { RoleChange } from './role-change';
import { RoleMenu } from './role-menu';
import { userResource } from './user';
import { UserName } from './user-name';

function isInvited({ account_state }: User): boolean {
  return account_state === 'invited' || account_state === 'invitation_expired';
}

const UserList = defineResource({
  ...userResource,
  title: 'User Management',
  description: 'Who can sign in, their role and what they can access.',
  pageSize: USER_PAGE_SIZE,
  order: { by: 'email', direction: 'ascending' },
  columns: [
    {
      id: 'name',
      header: 'Name',
      cell: (user) => <UserName user={user} />,
      sort: byText,
      otherSort: { id: 'email', header: 'Email', sort: byText },
    },
    {
      id: 'role',
      header: 'Role',
      cell: (user) => (user.invited_role ? roleName(user.invited_role) : <RoleMenu user={user} />),
      width: '13rem',
    },
    {
      id: 'last_sign_in_at',
      header: 'Last sign-in',
      cell: ({ last_sign_in_at: moment }, now) =>
        moment === null ? 'Never' : <TimeText moment={moment} now={now} />,
      width: '11rem',
      sort: byTime,
    },
    {
      id: 'created_at',
      header: 'Joined',
      cell: (user, now) =>
        isInvited(user) ? 'Not yet' : <TimeText moment={user.created_at} now={now} />,
      width: '11rem',
      sort: byTime,
    },
  ],
  filters: {
    search: { label: 'Search by name or email', maxLength: USER_SEARCH_MAX_LENGTH },
    choices: [
      {
        name: 'state',
        label: 'State',
        options: [{ value: 'all', label: 'All states' }, ...accountStateOptions],
      },
      {
        name: 'role',
        label: 'Role',
        options: [
          { value: 'all', label: 'All Roles' },
          ...roleNameSchema.options.map((role) => ({ value: role, label: roleName(role) })),
        ],
      },
      {
        name: 'access',
        label: 'Access',
        options: [
          { value: 'all', label: 'Any access' },
          { value: 'none', label: 'No access' },
        ],
      },
    ],
  },
  menu: [
    {
      label: 'Approve',
      icon: <IconCheck size={18} />,
      dialog: 'approve',
      isOffered: ({ account_state }) => account_state === 'waiting',
    },
    {
      label: 'Reject',
      icon: <IconX size={18} />,
      dialog: 'reject',
      danger: true,
      isOffered: ({ account_state }) => account_state === 'waiting',
    },
    {
      label: 'Send invitation again',
      icon: <IconMail size={18} />,
      dialog: 'resend',
      isOffered: isInvited,
    },
    {
      label: 'Revoke invitation',
      icon: <IconX size={18} />,
      dialog: 'revoke',
      danger: true,
      isOffered: isInvited,
    },
    {
      label: 'Edit name',
      icon: <IconPencil size={18} />,
      dialog: 'rename',
      isOffered: ({ id }, ownId) => id !== ownId,
    },
    { label: 'Manage Access', icon: <IconDirectAccess size={18} />, dialog: 'open' },
    {
      label: 'What can this user see?',
      icon: <IconEye size={18} />,
      dialog: 'open',
      tab: 'sees',
    },
    { label: 'History', icon: <IconHistory size={18} />, dialog: 'open', tab: 'history' },
    {
      label: 'Send password reset',
      icon: <IconMail size={18} />,
      dialog: 'reset',
      isOffered: ({ account_state }) => account_state === 'active',
    },
    {
      label: 'Deactivate',
      icon: <IconLock size={18} />,
      dialog: 'deactivate',
      danger: true,
      isOffered: ({ id, account_state }, ownId) => id !== ownId && account_state === 'active',
    },
    {
      label: 'Offboard',
      icon: <IconSignOut size={18} />,
      dialog: 'offboard',
      danger: true,
      isOffered: (user, ownId) =>
        user.id !== ownId && !isInvited(user) && user.account_state !== 'waiting',
    },
    {
      label: 'Reactivate',
      icon: <IconRefresh size={18} />,
      dialog: 'reactivate',
      isOffered: ({ account_state }) => account_state === 'deactivated',
    },
    {
      label: 'Delete',
      icon: <IconTrash size={18} />,
      dialog: 'erase',
      danger: true,
      isOffered: (user, ownId) =>
        user.id !== ownId && !isInvited(user) && user.account_state !== 'waiting',
    },
  ],
  createLabel: 'Invite user',
  canImport: true,
  empty: {
    icon: <IconUsers />,
    title: 'No users yet',
    description: 'Users appear here after you invite them, or when they sign up.',
  },
  page: {
    listLabel: 'All users',
    title: personName,
    facts: ({ email, display_name, role, account_state, last_sign_in_at: moment }, now) => (
      <Flex columnGap="2" rowGap="1" flexWrap="wrap" alignItems="center">
        {display_name !== null && <EmailText email={email} />}
        <Badge>{roleName(role.name)}</Badge>
        <AccountBadge state={account_state} />
        {moment === null ? (
          <span>Never signed in</span>
        ) : (
          <span>
            <span>Last sign-in </span>
            <TimeText moment={moment} now={now} />
          </span>
        )}
      </Flex>
    ),
    sections: async () => (await import('./user-page')).UserPage,
  },
  dialogs: async () => (await import('./user-dialogs')).UserDialogs,
});

/** /admin/users: everyone with an account, their roles, and their access. */
export function UsersScreen() {
  return (
    <RoleChange>
      <UserList />
    </RoleChange>
  );
}
UsersScreen.prefetch = UserList.prefetch;
