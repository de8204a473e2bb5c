import type { AuditLog } from '@homie/contracts';
import { Box, Code, Flex, Span } from '@homie/ui';
import { byTime, DataTable, type Column, type DataTableProps } from '@homie/widgets';
import { ActionLabel, actionWords, KindBadge, idPreview, metaPreview } from '../../entries';
import { clockTime, labelledTime, type Zone } from '../../time';

interface EntryTableProps extends Pick<
  DataTableProps<AuditLog>,
  'sort' | 'onSort' | 'updating' | 'failure' | 'empty'
> {
  rows: readonly AuditLog[] | undefined;
  zone: Zone;
  onOpen: (entry: AuditLog) => void;
}

/** The entries of a page as rows, with their times on one clock. */
export function EntryTable({ zone, ...table }: EntryTableProps) {
  const columns: readonly [Column<AuditLog>, ...Column<AuditLog>[]] = [
    {
      id: 'created_at',
      header: 'Time',
      cell: ({ created_at }) => <Time moment={created_at} zone={zone} />,
      width: '10.5rem',
      sort: byTime,
    },
    {
      id: 'action',
      header: 'Action',
      cell: ({ action }) => <ActionLabel action={action} />,
      width: '10.25rem',
    },
    { id: 'user', header: 'User', cell: ({ user_email }) => user_email, width: '14%' },
    { id: 'assistant', header: 'Assistant', cell: assistantCell, width: '17%' },
    {
      id: 'participant',
      header: 'Participant',
      cell: ({ participant_name }) => participant_name,
      width: '8rem',
    },
    {
      id: 'conversation',
      header: 'Conversation',
      cell: ({ conversation_id }) => conversation_id && <Mono>{idPreview(conversation_id)}</Mono>,
      width: '7rem',
    },
    { id: 'meta', header: 'Meta', cell: ({ meta }) => <Mono>{metaPreview(meta)}</Mono> },
  ];
  return (
    <DataTable
      {...table}
      label="Audit logs"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ action, created_at }) =>
        `${actionWords(action)}, ${clockTime(new Date(created_at), zone)}`
      }
      openers="Details"
      dense
    />
  );
}

function Time({ moment, zone }: { moment: string; zone: Zone }) {
  const date = new Date(moment);
  return (
    <Code asChild fontSize="xs" fontVariantNumeric="tabular-nums" fontWeight="normal">
      <time dateTime={moment} title={labelledTime(date, zone)}>
        {clockTime(date, zone)}
      </time>
    </Code>
  );
}

function Mono({ children }: { children: string }) {
  return (
    <Code fontSize="xs" title={children}>
      {children}
    </Code>
  );
}

function assistantCell({ assistant_label, assistant_kind }: AuditLog) {
  if (assistant_label === null) return null;
  return (
    <Flex as="span" gap="2" alignItems="center" minWidth="0">
      <Span truncate title={assistant_label}>
        {assistant_label}
      </Span>
      {assistant_kind && (
        <Box flexShrink="0">
          <KindBadge kind={assistant_kind} />
        </Box>
      )}
    </Flex>
  );
}
