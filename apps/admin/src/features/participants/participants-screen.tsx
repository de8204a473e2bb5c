import { PARTICIPANT_NAME_MAX_LENGTH, PARTICIPANT_PAGE_SIZE } from '@homie/contracts';
import { IconEye, IconFile, IconPencil, IconPerson, IconTrash, IconUsers } from '@homie/ui';
import { byText, byTime, IconHistory, TimeText, NameText } from '@homie/widgets';
import { defineResource } from '../../resource/define-resource';
import { participantResource } from './participant';
import { StatusBadge } from './status-badge';

/** /admin/participants: the people whom the organisation supports, and who works with them. */
export const ParticipantsScreen = defineResource({
  ...participantResource,
  title: 'Participants',
  description: 'The people you support, and who works with them.',
  pageSize: PARTICIPANT_PAGE_SIZE,
  order: { by: 'created_at', direction: 'descending' },
  columns: [
    {
      id: 'display_name',
      header: 'Name',
      cell: (row) => <NameText>{row.display_name}</NameText>,
      sort: byText,
    },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status }) => <StatusBadge status={status} />,
      width: '11rem',
      sort: { ascending: 'active first', descending: 'inactive first' },
    },
    {
      id: 'created_at',
      header: 'Created',
      cell: ({ created_at }, now) => <TimeText moment={created_at} now={now} />,
      width: '11rem',
      sort: byTime,
    },
  ],
  filters: {
    search: { label: 'Search by name', maxLength: PARTICIPANT_NAME_MAX_LENGTH },
    choices: [
      {
        name: 'status',
        label: 'Status',
        options: [
          { value: 'all', label: 'All Status' },
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
        ],
      },
    ],
  },
  menu: [
    { label: 'Edit', icon: <IconPencil size={18} />, dialog: 'open' },
    { label: 'Assign Workers', icon: <IconUsers size={18} />, dialog: 'workers' },
    { label: 'Who can see this?', icon: <IconEye size={18} />, dialog: 'open', tab: 'access' },
    { label: 'Documents', icon: <IconFile size={18} />, dialog: 'open', tab: 'documents' },
    { label: 'History', icon: <IconHistory size={18} />, dialog: 'open', tab: 'history' },
    { label: 'Delete', icon: <IconTrash size={18} />, dialog: 'delete', danger: true },
  ],
  createLabel: 'Add Participant',
  canImport: true,
  empty: {
    icon: <IconPerson />,
    title: 'No participants yet',
    description: 'Add the first one, then assign the workers who support them.',
  },
  page: {
    listLabel: 'All participants',
    facts: ({ status }) => <StatusBadge status={status} />,
    sections: async () => (await import('./participant-page')).ParticipantPage,
  },
  dialogs: async () => (await import('./participant-dialogs')).ParticipantDialogs,
});
