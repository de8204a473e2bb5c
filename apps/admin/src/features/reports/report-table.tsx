import type { UsageGroup, UsageGrouping, UsageReport } from '@homie/contracts';
import { EmptyState, Text } from '@homie/ui';
import {
  DataTable,
  IconChart,
  Pager,
  type Column,
  type DataTableProps,
  NameText,
} from '@homie/widgets';
import { CountBar } from '../../records/count-bar';
import { formatCost, formatTimes, formatTokens } from './format-usage';
import { groupName } from './group-name';

const PAGE_SIZE = 31;

const HEADERS = { day: 'Day', assistant: 'Assistant', person: 'Person' } as const;

interface ReportTableProps extends Pick<DataTableProps<UsageGroup>, 'updating' | 'failure'> {
  report: UsageReport | undefined;
  by: UsageGrouping;
  page: number;
  onPage: (page: number) => void;
}

/** The figures of each group. */
export function ReportTable({ report, by, page, onPage, ...states }: ReportTableProps) {
  const groups = by === 'day' ? report?.groups.toReversed() : report?.groups;
  const rows = groups?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <>
      <DataTable
        label={`Usage by ${by}`}
        columns={columns(report, by)}
        rows={rows}
        rowKey={({ id }) => id ?? ''}
        rowName={(group) => groupName(group, by)}
        dense
        {...states}
        empty={
          <EmptyState
            icon={<IconChart />}
            title="No replies in this period"
            description="When people chat with an assistant, their usage appears here."
          />
        }
      />
      <Text size="sm" tone="muted" mt="2">
        First text and Complete: the median, and in brackets the time within which 95 % of the
        replies were.
      </Text>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        shown={rows?.length ?? 0}
        total={groups?.length ?? 0}
        noun={by === 'person' ? 'people' : `${by}s`}
        onPage={onPage}
      />
    </>
  );
}

function columns(
  report: UsageReport | undefined,
  by: UsageGrouping,
): [Column<UsageGroup>, ...Column<UsageGroup>[]] {
  const most = Math.max(1, ...(report?.groups ?? []).map(({ replies }) => replies));
  const currency = report?.currency ?? null;
  return [
    {
      id: 'name',
      header: HEADERS[by],
      cell: (group) =>
        by === 'day' || group.label === null ? (
          groupName(group, by)
        ) : (
          <NameText>{group.label}</NameText>
        ),
    },
    {
      id: 'replies',
      header: 'Replies',
      cell: ({ replies }) => <CountBar value={replies} most={most} />,
      width: '9rem',
    },
    {
      id: 'failed',
      header: 'Failed',
      numeric: true,
      cell: ({ failed }) => (
        <Text as="span" tone={failed > 0 ? 'danger' : 'muted'}>
          {failed.toLocaleString('en-AU')}
        </Text>
      ),
      width: '5rem',
    },
    ...(by === 'person'
      ? []
      : [
          {
            id: 'people',
            header: 'People',
            numeric: true,
            cell: ({ people }: UsageGroup) => people.toLocaleString('en-AU'),
            width: '5rem',
          },
        ]),
    {
      id: 'input',
      header: 'Input tokens',
      numeric: true,
      cell: (group) => (group.replies === 0 ? null : formatTokens(group.input_tokens)),
      width: '7.5rem',
    },
    {
      id: 'output',
      header: 'Output tokens',
      numeric: true,
      cell: (group) => (group.replies === 0 ? null : formatTokens(group.output_tokens)),
      width: '7.5rem',
    },
    {
      id: 'cost',
      header: currency === null ? 'Cost' : `Cost (${currency})`,
      numeric: true,
      cell: (group) => (group.replies === 0 ? null : formatCost(group, currency)),
      width: '7.5rem',
    },
    {
      id: 'first',
      header: 'First text',
      numeric: true,
      cell: (group) => formatTimes(group.first_text_median, group.first_text_p95),
      width: '8rem',
    },
    {
      id: 'done',
      header: 'Complete',
      numeric: true,
      cell: (group) => formatTimes(group.done_median, group.done_p95),
      width: '8rem',
    },
  ];
}
