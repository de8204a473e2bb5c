import type { Assistant } from '@homie/contracts';
import { Badge, Code, IconPencil, IconTrash, IconUsers, type MenuItem } from '@homie/ui';
import {
  byText,
  byTime,
  DataTable,
  IconHistory,
  TimeText,
  useNow,
  type Column,
} from '@homie/widgets';
import type { ListedTableProps } from '../../lists';

interface AssistantTableProps extends ListedTableProps<Assistant> {
  onOpen: (assistant: Assistant, tab?: string) => void;
  onDelete: (assistant: Assistant) => void;
}

/** The assistants as rows. */
export function AssistantTable({ onOpen, onDelete, ...table }: AssistantTableProps) {
  const now = useNow();
  const columns: readonly [Column<Assistant>, ...Column<Assistant>[]] = [
    { id: 'label', header: 'Label', cell: ({ label }) => label, width: '26%', sort: byText },
    { id: 'kind', header: 'Type', cell: ({ kind }) => <KindBadge kind={kind} />, width: '8.5rem' },
    {
      id: 'participant',
      header: 'Participant',
      cell: ({ participant_name }) => participant_name ?? '-',
    },
    {
      id: 'assistant_id',
      header: 'Assistant ID',
      cell: ({ openai_assistant_id: id }) => <Code title={id}>{id}</Code>,
    },
    {
      id: 'created_at',
      header: 'Created',
      cell: ({ created_at }) => <TimeText moment={created_at} now={now} />,
      width: '8rem',
      sort: byTime,
    },
  ];
  const actions = (assistant: Assistant): MenuItem[] => [
    {
      id: 'edit',
      label: 'Edit',
      icon: <IconPencil size={18} />,
      onSelect: () => onOpen(assistant),
    },
    {
      id: 'access',
      label: 'Manage Access',
      icon: <IconUsers size={18} />,
      onSelect: () => onOpen(assistant, 'access'),
    },
    {
      id: 'history',
      label: 'History',
      icon: <IconHistory size={18} />,
      onSelect: () => onOpen(assistant, 'history'),
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: <IconTrash size={18} />,
      danger: true,
      onSelect: () => onDelete(assistant),
    },
  ];
  return (
    <DataTable
      {...table}
      label="Assistants"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      onOpen={(assistant) => onOpen(assistant)}
      actions={actions}
    />
  );
}

function KindBadge({ kind }: Pick<Assistant, 'kind'>) {
  return kind === 'org' ? (
    <Badge tone="brand">Organisation</Badge>
  ) : (
    <Badge tone="accent">Participant</Badge>
  );
}
