import type { AuditLog } from '@homie/contracts';
import { Box, Code, Flex, Span, VisuallyHidden } from '@homie/ui';
import { byTime, DataTable, type Column, type DataTableProps, NameText } from '@homie/widgets';
import { useState, type ReactNode } from 'react';
import { ActionLabel } from '../../entries/action-label';
import { formatAction, isException } from '../../entries/model/format-action';
import { idPreview, metaPreview } from '../../entries/model/previews';
import { KindBadge } from '../../entries/kind-badge';
import type { AuditControl } from '../../state/use-audit-state';
import { clockTime, labelledTime } from '../../time/clock';
import type { Zone } from '../../time/zone';
import { countAttempts, firstAction, foldEntries, type EntryRow } from './fold-entries';
import { rowFilters } from './row-filters';

/** Lengths of the date in a time, and of the date with hours and minutes. */
const DAY_LENGTH = 10;
const MINUTE_LENGTH = 16;

/** In a table, a long email of the affected user leaves half of the cell to the metadata. */
const ONE_LINE = {
  'td &': { display: 'flex', alignItems: 'baseline' },
  'td & > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  'td & > span': { maxWidth: '50%', flexShrink: '0' },
} as const;

interface EntryTableProps extends Pick<
  DataTableProps<EntryRow>,
  'sort' | 'onSort' | 'updating' | 'failure' | 'empty'
> {
  rows: readonly AuditLog[] | undefined;
  control: Pick<AuditControl, 'state' | 'change'>;
  onOpen: (entry: AuditLog) => void;
}

/** Renders the entries of a page as rows. Entries of one turn, and failed sign-ins in a row, fold into one. */
export function EntryTable({ rows, control, onOpen, ...table }: EntryTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { zone } = control.state;

  function toggle(key: string) {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  }

  return (
    <DataTable
      {...table}
      label="Audit logs"
      columns={columnsIn(zone)}
      rows={rows && foldEntries(rows, open)}
      rowKey={({ key }) => key}
      rowName={({ entry, folded }) =>
        `${folded ? nameFolded(folded) : formatAction(entry.action)}, ${clockTime(new Date(entry.created_at), zone)}`
      }
      openers="Details"
      onOpen={({ key, entry, folded }) => (folded ? toggle(key) : onOpen(entry))}
      fold={({ folded, isOpen }) => folded && { isOpen }}
      isNested={({ isNested }) => isNested}
      actions={(row) => rowFilters(row, control)}
      dense
    />
  );
}

function columnsIn(zone: Zone): readonly [Column<EntryRow>, ...Column<EntryRow>[]] {
  return [
    {
      id: 'created_at',
      header: 'Time',
      cell: ({ entry }) => <Time moment={entry.created_at} zone={zone} />,
      // Fits 19 characters of the widest common monospaced fonts.
      width: '11rem',
      sort: byTime,
    },
    {
      id: 'action',
      header: 'Action',
      cell: ({ entry, folded }) =>
        folded ? <FoldedActions folded={folded} /> : <ActionLabel action={entry.action} />,
      width: 'clamp(9.75rem, 13vw, 15rem)',
    },
    {
      id: 'user',
      header: 'User',
      cell: ({ entry }) => entry.user_email && <Email email={entry.user_email} />,
      width: 'clamp(7.5rem, 12vw, 20rem)',
    },
    {
      id: 'assistant',
      header: 'Assistant',
      cell: ({ entry }) => assistantCell(entry),
      width: 'clamp(9.5rem, 16vw, 24rem)',
    },
    {
      id: 'participant',
      header: 'Participant',
      cell: ({ entry: { participant_name: name } }) => name && <NameText>{name}</NameText>,
      width: 'clamp(6rem, 8vw, 12rem)',
    },
    {
      id: 'conversation',
      header: 'Conversation',
      cell: ({ entry }) =>
        entry.conversation_id && (
          <Mono title={entry.conversation_id}>{idPreview(entry.conversation_id)}</Mono>
        ),
      width: '6.75rem',
    },
    {
      id: 'meta',
      header: 'Meta',
      cell: ({ entry, folded }) =>
        folded ? (
          describeAttempts(folded, zone)
        ) : (
          <Box as="span" css={ONE_LINE}>
            {entry.target_user_email && <Affected email={entry.target_user_email} />}
            <Mono title={JSON.stringify(entry.meta)}>{metaPreview(entry.meta)}</Mono>
          </Box>
        ),
    },
  ];
}

/** Describes failed sign-ins in a row, e.g. "password, 14:00 to 14:12". The column has no space for more. */
function describeAttempts(folded: readonly AuditLog[], zone: Zone): ReactNode {
  const attempts = countAttempts(folded);
  if (!attempts) return null;
  const { kind, first, last } = attempts;
  const [start, end] = [clockTime(first, zone), clockTime(last, zone)];
  const from = start.startsWith(end.slice(0, DAY_LENGTH)) ? DAY_LENGTH + 1 : 0;
  return (
    <span title={`${labelledTime(first, zone)} to ${labelledTime(last, zone)}`}>
      {`${kind}, ${start.slice(from, MINUTE_LENGTH)} to ${end.slice(from, MINUTE_LENGTH)}`}
    </span>
  );
}

function nameFolded(folded: readonly AuditLog[]): string {
  const attempts = countAttempts(folded);
  return attempts
    ? `${attempts.count} failed sign-ins (${attempts.kind})`
    : `${folded.length} entries of ${formatAction(firstAction(folded))}`;
}

/** Renders the first action of a turn, the number of its entries or of failed sign-ins, and its failed or denied actions. */
function FoldedActions({ folded }: { folded: readonly AuditLog[] }) {
  const first = firstAction(folded);
  const exceptions = [...new Set(folded.map(({ action }) => action))].filter(isException);
  return (
    <Flex as="span" gap="1.5" alignItems="center" minWidth="0">
      {exceptions.map((action) => (
        <ActionLabel key={action} action={action} />
      ))}
      {!exceptions.includes(first) && (
        <Span truncate color="fg.default">
          {formatAction(first)}
        </Span>
      )}
      <Span flexShrink="0" color="fg.muted" fontVariantNumeric="tabular-nums">
        {`(${countAttempts(folded)?.count ?? folded.length})`}
      </Span>
    </Flex>
  );
}

/** Renders an email that keeps its local part visible in a narrow column. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <span title={email} translate="no">
      <Span color="fg.default">{email.slice(0, at)}</Span>
      {email.slice(at)}
    </span>
  );
}

/** Renders the user whom an entry concerns. */
function Affected({ email }: { email: string }) {
  return (
    <Span mr="2">
      <Span aria-hidden color="fg.muted">
        →{' '}
      </Span>
      <VisuallyHidden>Affected user </VisuallyHidden>
      <Email email={email} />
    </Span>
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

function Mono({ title, children }: { title: string; children: string }) {
  return (
    <Code fontSize="xs" title={title}>
      {children}
    </Code>
  );
}

function assistantCell({ assistant_label, assistant_kind }: AuditLog) {
  if (assistant_label === null) return null;
  return (
    <Flex as="span" gap="2" alignItems="center" minWidth="0">
      <Span translate="no" truncate title={assistant_label}>
        {assistant_label}
      </Span>
      {assistant_kind && (
        <Box flexShrink="0">
          <KindBadge kind={assistant_kind} short />
        </Box>
      )}
    </Flex>
  );
}
