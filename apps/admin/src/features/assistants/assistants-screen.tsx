import { ASSISTANT_SEARCH_MAX_LENGTH, type Assistant, type AssistantSort } from '@homie/contracts';
import { useDocumentTitle } from '@homie/composition';
import { Button, EmptyState, IconPlus, IconSparkle } from '@homie/ui';
import { useDialogAddress } from '@homie/widgets';
import { lazy } from 'react';
import { ListScreen, useListAddress, type ListPlan } from '../../lists';
import { useWhenIdle } from '../../loading';
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

async function loadDialogs() {
  const { AssistantDialogs: component } = await import('./assistant-dialogs');
  return { default: component };
}

const AssistantDialogs = lazy(loadDialogs);

/** /admin/assistants: every assistant, found, ordered and changed. */
export function AssistantsScreen() {
  useDocumentTitle('Assistants');
  useWhenIdle(loadDialogs);
  const list = useListAddress(plan);
  const dialog = useDialogAddress(['create', 'open', 'tab', 'delete']);
  const query = useAssistantPage({
    q: list.filters.q,
    kind: list.filters.kind as 'all' | Assistant['kind'], // the plan lets nothing else through
    sort: `${list.sort.by}_${list.sort.direction === 'ascending' ? 'asc' : 'desc'}` as AssistantSort,
    page: list.page,
  });
  const create = (
    <Button onClick={() => dialog.open({ create: 'assistant' })}>
      <IconPlus size={18} />
      Create Assistant
    </Button>
  );

  return (
    <ListScreen
      title="AI Assistants"
      description="The assistants people can chat with, and who has access."
      actions={create}
      noun={{ one: 'assistant', many: 'assistants' }}
      list={list}
      query={query}
      pageSize={PAGE_SIZE}
      search={{ filter: 'q', label: 'Search by label', maxLength: ASSISTANT_SEARCH_MAX_LENGTH }}
      choice={{ filter: 'kind', label: 'Type', options: kinds }}
      empty={
        <EmptyState
          icon={<IconSparkle />}
          title="No assistants yet"
          description="Create the first one, then choose who can use it."
          action={create}
        />
      }
      table={(listed) => (
        <AssistantTable
          {...listed}
          onOpen={({ id }, tab) => dialog.open({ open: id, ...(tab && { tab }) })}
          onDelete={({ id }) => dialog.open({ delete: id })}
        />
      )}
    >
      {dialog.isOpen && <AssistantDialogs address={dialog} listed={query.data?.rows} />}
    </ListScreen>
  );
}
