import type { RoleName, User } from '@homie/contracts';
import { Flex, IconEye, type MenuItem } from '@homie/ui';
import {
  byText,
  byTime,
  DataTable,
  IconDirectAccess,
  IconHistory,
  TimeText,
  useNow,
  type Column,
} from '@homie/widgets';
import type { ListedTableProps } from '../../lists';
import { AccountBadge } from '../../people';
import { RoleMenu } from './role-menu';

interface UserTableProps extends ListedTableProps<User> {
  onOpen: (user: User, tab?: string) => void;
  onRole: (user: User, role: RoleName) => void;
  /** The user whose role is being changed. */
  busyId: string | undefined;
}

/** The users as rows. */
export function UserTable({ onOpen, onRole, busyId, ...table }: UserTableProps) {
  const now = useNow();
  const columns: readonly [Column<User>, ...Column<User>[]] = [
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
    {
      id: 'role',
      header: 'Role',
      cell: (user) => (
        <RoleMenu user={user} busy={user.id === busyId} onChoose={(role) => onRole(user, role)} />
      ),
      width: '13rem',
    },
    {
      id: 'created_at',
      header: 'Joined',
      cell: ({ created_at }) => <TimeText moment={created_at} now={now} />,
      width: '11rem',
      sort: byTime,
    },
  ];
  const actions = (user: User): MenuItem[] => [
    {
      id: 'access',
      label: 'Manage Access',
      icon: <IconDirectAccess size={18} />,
      onSelect: () => onOpen(user),
    },
    {
      id: 'sees',
      label: 'What can this person see?',
      icon: <IconEye size={18} />,
      onSelect: () => onOpen(user, 'sees'),
    },
    {
      id: 'history',
      label: 'History',
      icon: <IconHistory size={18} />,
      onSelect: () => onOpen(user, 'history'),
    },
  ];
  return (
    <DataTable
      {...table}
      label="Users"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ email }) => email}
      onOpen={(user) => onOpen(user)}
      actions={actions}
    />
  );
}
