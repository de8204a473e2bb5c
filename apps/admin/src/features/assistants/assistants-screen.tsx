import { ASSISTANT_SEARCH_MAX_LENGTH, type Assistant, type AssistantSort } from '@homie/contracts';
import { useDocumentTitle } from '@homie/composition';
import { Button, EmptyState, IconPlus, IconSparkle, Page } from '@homie/ui';
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
import { useAssistantPage } from './api/assistant-queries';
import { AssistantTable } from './assistant-table';

const PAGE_SIZE = 25;

const plan: ListPlan<'q' | 'kind'> = {
  filters: { q: '', kind: ['all', 'org', 'participant'] },
  sorts: ['label', 'created_at'],
};

const kinds = [
  { value: 'all', label: 'All types' },
  { value: 'org', label: 'Organisation' },
  { value: 'participant', label: 'Participant' },
];

const AssistantDialogs = lazy(async () => {
  const { AssistantDialogs: component } = await import('./assistant-dialogs');
  return { default: component };
});

/** /admin/assistants: every assistant, found, ordered and changed. */
export function AssistantsScreen() {
  useDocumentTitle('Assistants');
  const list = useListAddress(plan);
  const dialog = useDialogAddress(['create', 'open', 'tab', 'delete']);
  const query = useAssistantPage({
    q: list.filters.q,
    kind: list.filters.kind as 'all' | Assistant['kind'], // the plan lets nothing else through
    sort: `${list.sort.by}_${list.sort.direction === 'ascending' ? 'asc' : 'desc'}` as AssistantSort,
    page: list.page,
  });
  const failure = useListFailure(query, 'Failed to load assistants');
  const { rows, total } = query.data ?? {};
  usePageInRange(list, { total, pageSize: PAGE_SIZE });

  const create = (
    <Button onClick={() => dialog.open({ create: 'assistant' })}>
      <IconPlus size={18} />
      Create Assistant
    </Button>
  );
  const isOpen = Object.values(dialog.parts).some((part) => part !== null);

  return (
    <Page
      title="AI Assistants"
      description="What people can talk with, and who may."
      actions={create}
    >
      <FilterBar
        label="Filter assistants"
        active={list.active}
        onClear={list.clear}
        found={
          total === undefined ? undefined : total === 1 ? '1 assistant' : `${total} assistants`
        }
      >
        <TypedFilter
          label="Search by label"
          value={list.filters.q}
          onType={(text) => list.type('q', text)}
          maxLength={ASSISTANT_SEARCH_MAX_LENGTH}
        />
        <ChosenFilter
          label="Type"
          options={kinds}
          value={list.filters.kind}
          onChange={(kind) => list.choose('kind', kind)}
        />
      </FilterBar>
      <AssistantTable
        rows={rows}
        sort={list.sort}
        onSort={list.setSort}
        updating={query.isPlaceholderData}
        failure={failure}
        filtered={list.active > 0}
        onClearFilters={list.clear}
        onOpen={({ id }, tab) => dialog.open({ open: id, ...(tab && { tab }) })}
        onDelete={({ id }) => dialog.open({ delete: id })}
        empty={
          <EmptyState
            icon={<IconSparkle />}
            title="No assistants yet"
            description="Create the first one, then decide who may use it."
            action={create}
          />
        }
      />
      <Pager
        page={list.page}
        pageSize={PAGE_SIZE}
        shown={rows?.length ?? 0}
        total={total ?? 0}
        noun="assistants"
        onPage={list.setPage}
      />
      {isOpen && (
        <Suspense>
          <AssistantDialogs address={dialog} listed={rows} />
        </Suspense>
      )}
    </Page>
  );
}
