import { ASSISTANT_SEARCH_MAX_LENGTH, type Assistant } from '@homie/contracts';
import {
  Badge,
  Box,
  Code,
  Flex,
  IconFile,
  IconPencil,
  IconSparkle,
  IconTrash,
  IconUsers,
} from '@homie/ui';
import { byText, byTime, IconHistory, TimeText, NameText } from '@homie/widgets';
import { defineResource } from '../../resource/define-resource';
import { assistantResource } from './assistant';
import { BudgetBadge } from './budget-badge';
import { ModelBadge } from './model-badge';

/** /admin/assistants: lists, filters and changes the assistants. */
export const AssistantsScreen = defineResource({
  ...assistantResource,
  title: 'AI Assistants',
  documentTitle: 'Assistants',
  description: 'The assistants users can chat with, and who has access.',
  pageSize: 25,
  order: { by: 'label', direction: 'ascending' },
  columns: [
    { id: 'label', header: 'Label', cell: labelCell, width: '30%', sort: byText },
    { id: 'kind', header: 'Type', cell: ({ kind }) => <KindBadge kind={kind} />, width: '8.5rem' },
    {
      id: 'participant',
      header: 'Participant',
      cell: ({ participant_name: name }) => (name === null ? '-' : <NameText>{name}</NameText>),
    },
    {
      id: 'assistant_id',
      header: 'Assistant ID',
      cell: ({ openai_assistant_id: id }) => <Code title={id}>{id}</Code>,
    },
    {
      id: 'created_at',
      header: 'Created',
      cell: ({ created_at }, now) => <TimeText moment={created_at} now={now} />,
      width: '8rem',
      sort: byTime,
    },
  ],
  filters: {
    search: { label: 'Search by label', maxLength: ASSISTANT_SEARCH_MAX_LENGTH },
    choices: [
      {
        name: 'kind',
        label: 'Type',
        options: [
          { value: 'all', label: 'All types' },
          { value: 'org', label: 'Organisation' },
          { value: 'participant', label: 'Participant' },
        ],
      },
      {
        name: 'access',
        label: 'Access',
        options: [
          { value: 'all', label: 'Any access' },
          { value: 'none', label: 'No one has access' },
        ],
      },
    ],
  },
  menu: [
    { label: 'Edit', icon: <IconPencil size={18} />, dialog: 'open' },
    { label: 'Manage Access', icon: <IconUsers size={18} />, dialog: 'open', tab: 'access' },
    { label: 'Documents', icon: <IconFile size={18} />, dialog: 'open', tab: 'documents' },
    { label: 'History', icon: <IconHistory size={18} />, dialog: 'open', tab: 'history' },
    { label: 'Delete', icon: <IconTrash size={18} />, dialog: 'delete', danger: true },
  ],
  createLabel: 'Create Assistant',
  empty: {
    icon: <IconSparkle />,
    title: 'No assistants yet',
    description: 'Create the first one, then choose who can use it.',
  },
  page: {
    listLabel: 'All assistants',
    facts: ({ kind, description }) => (
      <Flex columnGap="2" rowGap="1" flexWrap="wrap" alignItems="center">
        <KindBadge kind={kind} />
        <span translate="no">{description}</span>
      </Flex>
    ),
    sections: async () => (await import('./assistant-page')).AssistantPage,
  },
  dialogs: async () => (await import('./assistant-dialogs')).AssistantDialogs,
});

function KindBadge({ kind }: Pick<Assistant, 'kind'>) {
  return kind === 'org' ? (
    <Badge tone="brand">Organisation</Badge>
  ) : (
    <Badge tone="info">Participant</Badge>
  );
}

function labelCell(assistant: Assistant) {
  return (
    <Flex
      columnGap="2"
      rowGap="1"
      paddingBlock="1.5"
      alignItems="center"
      minWidth="0"
      flexWrap="wrap"
    >
      <Box
        translate="no"
        title={assistant.label}
        minWidth="0"
        overflow="hidden"
        textOverflow="ellipsis"
      >
        {assistant.label}
      </Box>{' '}
      <BudgetBadge {...assistant} /> <ModelBadge {...assistant} />
    </Flex>
  );
}
