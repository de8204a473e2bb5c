import { roleNameSchema, USER_PAGE_SIZE, USER_SEARCH_MAX_LENGTH } from '@homie/contracts';
import { Flex, IconEye, IconUsers } from '@homie/ui';
import { byText, byTime, IconDirectAccess, IconHistory, TimeText } from '@homie/widgets';
import { AccountBadge } from '../../people/account-badge';
import { roleName } from '../../people/role-name';
import { defineResource } from '../../resource/define-resource';
import { RoleChange } from './role-change';
import { RoleMenu } from './role-menu';
import { userResource } from './user';

const UserList = defineResource({
  ...userResource,
  title: 'User Management',
  description: 'Who can sign in, their role and what they can access.',
  pageSize: USER_PAGE_SIZE,
  order: { by: 'email', direction: 'ascending' },
  columns: [
    {
      id: 'email',
      header: 'Email',
      cell: ({ email, account_state: state }) => (
        <Flex columnGap="2" rowGap="1" alignItems="center" flexWrap="wrap">
          {email}
          <AccountBadge state={state} />
        </Flex>
      ),
      sort: byText,
    },
    { id: 'role', header: 'Role', cell: (user) => <RoleMenu user={user} />, width: '13rem' },
    {
      id: 'created_at',
      header: 'Joined',
      cell: ({ created_at }, now) => <TimeText moment={created_at} now={now} />,
      width: '11rem',
      sort: byTime,
    },
  ],
  filters: {
    search: { label: 'Search by email', maxLength: USER_SEARCH_MAX_LENGTH },
    choices: [
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
    { label: 'Manage Access', icon: <IconDirectAccess size={18} />, dialog: 'open' },
    {
      label: 'What can this user see?',
      icon: <IconEye size={18} />,
      dialog: 'open',
      tab: 'sees',
    },
    { label: 'History', icon: <IconHistory size={18} />, dialog: 'open', tab: 'history' },
  ],
  empty: {
    icon: <IconUsers />,
    title: 'No users yet',
    description: 'Users appear here after they sign up.',
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
