import type { Participant } from '@homie/contracts';
import { Badge, IconEye, IconPencil, IconTrash, IconUsers, type MenuItem } from '@homie/ui';
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

interface ParticipantTableProps extends ListedTableProps<Participant> {
  onOpen: (participant: Participant, tab?: string) => void;
  onAssign: (participant: Participant) => void;
  onDelete: (participant: Participant) => void;
}

/** The participants as rows. */
export function ParticipantTable(props: ParticipantTableProps) {
  const { onOpen, onAssign, onDelete, ...table } = props;
  const now = useNow();
  const columns: readonly [Column<Participant>, ...Column<Participant>[]] = [
    { id: 'display_name', header: 'Name', cell: (row) => row.display_name, sort: byText },
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
      cell: ({ created_at }) => <TimeText moment={created_at} now={now} />,
      width: '11rem',
      sort: byTime,
    },
  ];
  const actions = (participant: Participant): MenuItem[] => [
    {
      id: 'edit',
      label: 'Edit',
      icon: <IconPencil size={18} />,
      onSelect: () => onOpen(participant),
    },
    {
      id: 'workers',
      label: 'Assign Workers',
      icon: <IconUsers size={18} />,
      onSelect: () => onAssign(participant),
    },
    {
      id: 'access',
      label: 'Who can see this?',
      icon: <IconEye size={18} />,
      onSelect: () => onOpen(participant, 'access'),
    },
    {
      id: 'history',
      label: 'History',
      icon: <IconHistory size={18} />,
      onSelect: () => onOpen(participant, 'history'),
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: <IconTrash size={18} />,
      danger: true,
      onSelect: () => onDelete(participant),
    },
  ];
  return (
    <DataTable
      {...table}
      label="Participants"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ display_name }) => display_name}
      onOpen={(participant) => onOpen(participant)}
      actions={actions}
    />
  );
}

/** The status in a word. */
export function StatusBadge({ status }: Pick<Participant, 'status'>) {
  return status === 'active' ? (
    <Badge tone="success">Active</Badge>
  ) : (
    <Badge tone="neutral">Inactive</Badge>
  );
}
