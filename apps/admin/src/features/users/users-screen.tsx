import type { UserPageSearch } from '@homie/api-client';
import { useDocumentTitle } from '@homie/composition';
import {
  roleNameSchema,
  USER_PAGE_SIZE,
  USER_SEARCH_MAX_LENGTH,
  type RoleName,
} from '@homie/contracts';
import { EmptyState, IconUsers } from '@homie/ui';
import { useDialogAddress } from '@homie/widgets';
import { lazy } from 'react';
import { ListScreen, useListAddress, type ListPlan } from '../../lists';
import { useWhenIdle } from '../../loading';
import { roleName } from '../../people';
import { useUserPage } from './api/user-queries';
import { useRoleChange } from './use-role-change';
import { UserTable } from './user-table';

const plan: ListPlan<'q' | 'role'> = {
  filters: { q: '', role: ['all', ...roleNameSchema.options] },
  sorts: ['email', 'created_at'],
};

const roles = [
  { value: 'all', label: 'All Roles' },
  ...roleNameSchema.options.map((role) => ({ value: role, label: roleName(role) })),
];

async function loadDialog() {
  const { UserDialog: component } = await import('./user-dialog');
  return { default: component };
}

const UserDialog = lazy(loadDialog);

/** /admin/users: everybody with an account, their roles, and what they may use. */
export function UsersScreen() {
  useDocumentTitle('User Management');
  useWhenIdle(loadDialog);
  const list = useListAddress(plan);
  const dialog = useDialogAddress(['open', 'tab']);
  const query = useUserPage({
    q: list.filters.q,
    role: list.filters.role as RoleName | 'all', // the plan lets nothing else through
    order: list.sort as UserPageSearch['order'], // the same
    page: list.page,
  });
  const roleChange = useRoleChange();
  const { open, tab } = dialog.parts;

  return (
    <ListScreen
      title="User Management"
      description="Who can sign in, their role and what they can access."
      noun={{ one: 'user', many: 'users' }}
      list={list}
      query={query}
      pageSize={USER_PAGE_SIZE}
      search={{ filter: 'q', label: 'Search by email', maxLength: USER_SEARCH_MAX_LENGTH }}
      choice={{ filter: 'role', label: 'Role', options: roles }}
      empty={
        <EmptyState
          icon={<IconUsers />}
          title="No users yet"
          description="People appear here once they have signed up."
        />
      }
      table={(listed) => (
        <UserTable
          {...listed}
          onOpen={({ id }, next) => dialog.open({ open: id, ...(next && { tab: next }) })}
          onRole={roleChange.choose}
          busyId={roleChange.busyId}
        />
      )}
    >
      {roleChange.question}
      {open !== null && (
        <UserDialog
          key={open}
          id={open}
          known={query.data?.rows.find(({ id }) => id === open)}
          tab={tab ?? 'access'}
          onTab={(next) => dialog.change({ open, ...(next !== 'access' && { tab: next }) })}
          onClose={dialog.close}
        />
      )}
    </ListScreen>
  );
}
