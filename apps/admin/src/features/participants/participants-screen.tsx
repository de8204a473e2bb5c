import { PARTICIPANT_NAME_MAX_LENGTH, PARTICIPANT_PAGE_SIZE } from '@homie/contracts';
import type { ParticipantSearch } from '@homie/api-client';
import { useDocumentTitle } from '@homie/composition';
import { Button, EmptyState, IconPerson, IconPlus } from '@homie/ui';
import { useDialogAddress } from '@homie/widgets';
import { lazy } from 'react';
import { ListScreen, useListAddress, type ListPlan } from '../../lists';
import { useWhenIdle } from '../../loading';
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

async function loadDialogs() {
  const { ParticipantDialogs: component } = await import('./participant-dialogs');
  return { default: component };
}

const ParticipantDialogs = lazy(loadDialogs);

/** /admin/participants: the people whom the organisation supports, and who works with them. */
export function ParticipantsScreen() {
  useDocumentTitle('Participants');
  useWhenIdle(loadDialogs);
  const list = useListAddress(plan);
  const dialog = useDialogAddress(['create', 'open', 'tab', 'workers', 'delete']);
  const query = useParticipantPage({
    q: list.filters.q,
    status: list.filters.status as ParticipantSearch['status'], // the plan lets nothing else through
    order: list.sort as ParticipantSearch['order'], // the same
    page: list.page,
  });
  const add = (
    <Button onClick={() => dialog.open({ create: 'participant' })}>
      <IconPlus size={18} />
      Add Participant
    </Button>
  );

  return (
    <ListScreen
      title="Participants"
      description="The people you support, and who works with them."
      actions={add}
      noun={{ one: 'participant', many: 'participants' }}
      list={list}
      query={query}
      pageSize={PARTICIPANT_PAGE_SIZE}
      search={{ filter: 'q', label: 'Search by name', maxLength: PARTICIPANT_NAME_MAX_LENGTH }}
      choice={{ filter: 'status', label: 'Status', options: statuses }}
      empty={
        <EmptyState
          icon={<IconPerson />}
          title="No participants yet"
          description="Add the first one, then assign the workers who support them."
          action={add}
        />
      }
      table={(listed) => (
        <ParticipantTable
          {...listed}
          onOpen={({ id }, tab) => dialog.open({ open: id, ...(tab && { tab }) })}
          onAssign={({ id }) => dialog.open({ workers: id })}
          onDelete={({ id }) => dialog.open({ delete: id })}
        />
      )}
    >
      {dialog.isOpen && <ParticipantDialogs address={dialog} listed={query.data?.rows} />}
    </ListScreen>
  );
}
