import type { UserPageSearch } from '@homie/api-client';
import { useDocumentTitle } from '@homie/composition';
import {
  roleNameSchema,
  USER_PAGE_SIZE,
  USER_SEARCH_MAX_LENGTH,
  type RoleName,
} from '@homie/contracts';
import { EmptyState, IconUsers, Page } from '@homie/ui';
import {
  FilterBar,
  Pager,
  TypedFilter,
  useDialogAddress,
  useListFailure,
  usePageInRange,
} from '@homie/widgets';
import { lazy, Suspense } from 'react';
import { ChosenFilter, useListAddress, type ListPlan } from '../../lists';
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

const UserDialog = lazy(async () => {
  const { UserDialog: component } = await import('./user-dialog');
  return { default: component };
});

/** /admin/users: everybody with an account, their roles, and what they may use. */
export function UsersScreen() {
  useDocumentTitle('User Management');
  const list = useListAddress(plan);
  const dialog = useDialogAddress(['open', 'tab']);
  const query = useUserPage({
    q: list.filters.q,
    role: list.filters.role as RoleName | 'all', // the plan lets nothing else through
    order: list.sort as UserPageSearch['order'], // the same
    page: list.page,
  });
  const failure = useListFailure(query, 'Failed to load users');
  const roleChange = useRoleChange();
  const { rows, total } = query.data ?? {};
  usePageInRange(list, { total, pageSize: USER_PAGE_SIZE });
  const { open, tab } = dialog.parts;

  return (
    <Page
      title="User Management"
      description="Who can sign in, in which role, and what they may use."
    >
      <FilterBar
        label="Filter users"
        active={list.active}
        onClear={list.clear}
        found={total === undefined ? undefined : `${total} user${total === 1 ? '' : 's'}`}
      >
        <TypedFilter
          label="Search by email"
          value={list.filters.q}
          onType={(text) => list.type('q', text)}
          maxLength={USER_SEARCH_MAX_LENGTH}
        />
        <ChosenFilter
          label="Role"
          options={roles}
          value={list.filters.role}
          onChange={(role) => list.choose('role', role)}
        />
      </FilterBar>
      <UserTable
        rows={rows}
        sort={list.sort}
        onSort={list.setSort}
        updating={query.isPlaceholderData}
        failure={failure}
        filtered={list.active > 0}
        onClearFilters={list.clear}
        onOpen={({ id }, next) => dialog.open({ open: id, ...(next && { tab: next }) })}
        onRole={roleChange.choose}
        busyId={roleChange.busyId}
        empty={
          <EmptyState
            icon={<IconUsers />}
            title="No users yet"
            description="People appear here once they have signed up."
          />
        }
      />
      <Pager
        page={list.page}
        pageSize={USER_PAGE_SIZE}
        shown={rows?.length ?? 0}
        total={total ?? 0}
        noun="users"
        onPage={list.setPage}
      />
      {roleChange.question}
      {open !== null && (
        <Suspense>
          <UserDialog
            key={open}
            id={open}
            tab={tab ?? 'access'}
            onTab={(next) => dialog.change({ open, ...(next !== 'access' && { tab: next }) })}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </Page>
  );
}
