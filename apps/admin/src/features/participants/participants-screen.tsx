import { PARTICIPANT_NAME_MAX_LENGTH, PARTICIPANT_PAGE_SIZE } from '@homie/contracts';
import type { ParticipantSearch } from '@homie/api-client';
import { useDocumentTitle } from '@homie/composition';
import { Button, EmptyState, IconPerson, IconPlus, Page } from '@homie/ui';
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
import { useParticipantPage } from './api/participant-queries';
import { ParticipantTable } from './participant-table';

const plan: ListPlan<'q' | 'status'> = {
  filters: { q: '', status: ['all', 'active', 'inactive'] },
  sorts: ['-created_at', 'display_name', 'status'],
};

const statuses = [
  { value: 'all', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

const ParticipantDialogs = lazy(async () => {
  const { ParticipantDialogs: component } = await import('./participant-dialogs');
  return { default: component };
});

/** /admin/participants: the people whom the organisation supports, and who works with them. */
export function ParticipantsScreen() {
  useDocumentTitle('Participants');
  const list = useListAddress(plan);
  const dialog = useDialogAddress(['create', 'open', 'tab', 'workers', 'delete']);
  const query = useParticipantPage({
    q: list.filters.q,
    status: list.filters.status as ParticipantSearch['status'], // the plan lets nothing else through
    order: list.sort as ParticipantSearch['order'], // the same
    page: list.page,
  });
  const failure = useListFailure(query, 'Failed to load participants');
  const { rows, total } = query.data ?? {};
  usePageInRange(list, { total, pageSize: PARTICIPANT_PAGE_SIZE });

  const add = (
    <Button onClick={() => dialog.open({ create: 'participant' })}>
      <IconPlus size={18} />
      Add Participant
    </Button>
  );
  const isOpen = Object.values(dialog.parts).some((part) => part !== null);

  return (
    <Page
      title="Participants"
      description="The people you support, and who works with them."
      actions={add}
    >
      <FilterBar
        label="Filter participants"
        active={list.active}
        onClear={list.clear}
        found={total === undefined ? undefined : `${total} participant${total === 1 ? '' : 's'}`}
      >
        <TypedFilter
          label="Search by name"
          value={list.filters.q}
          onType={(text) => list.type('q', text)}
          maxLength={PARTICIPANT_NAME_MAX_LENGTH}
        />
        <ChosenFilter
          label="Status"
          options={statuses}
          value={list.filters.status}
          onChange={(status) => list.choose('status', status)}
        />
      </FilterBar>
      <ParticipantTable
        rows={rows}
        sort={list.sort}
        onSort={list.setSort}
        updating={query.isPlaceholderData}
        failure={failure}
        filtered={list.active > 0}
        onClearFilters={list.clear}
        onOpen={({ id }, tab) => dialog.open({ open: id, ...(tab && { tab }) })}
        onAssign={({ id }) => dialog.open({ workers: id })}
        onDelete={({ id }) => dialog.open({ delete: id })}
        empty={
          <EmptyState
            icon={<IconPerson />}
            title="No participants yet"
            description="Add the first one, then assign the workers who support them."
            action={add}
          />
        }
      />
      <Pager
        page={list.page}
        pageSize={PARTICIPANT_PAGE_SIZE}
        shown={rows?.length ?? 0}
        total={total ?? 0}
        noun="participants"
        onPage={list.setPage}
      />
      {isOpen && (
        <Suspense>
          <ParticipantDialogs address={dialog} listed={rows} />
        </Suspense>
      )}
    </Page>
  );
}
