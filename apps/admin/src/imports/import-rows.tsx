import { Badge, Box } from '@homie/ui';
import { EmailText, DataTable, type Column } from '@homie/widgets';
import type { ImportProgress, PlannedRow } from './model/planned-row';

interface ImportRowsProps {
  label: string;
  rowHeader: string;
  doneLabel: string;
  progress: ImportProgress<unknown>;
}

type Row = PlannedRow<unknown>;

/** Rows with errors are first: they are the ones to read. */
const ORDER = { error: 0, new: 1, unchanged: 2 } as const;

/** Lists the rows of an import, each with what it does, or with its result. */
export function ImportRows({ label, rowHeader, doneLabel, progress }: ImportRowsProps) {
  const columns: [Column<Row>, ...Column<Row>[]] = [
    {
      id: 'title',
      header: rowHeader,
      cell: ({ title }) => (
        <Wrapped>
          <EmailText email={title} />
        </Wrapped>
      ),
      width: '36%',
    },
    { id: 'details', header: 'Details', cell: ({ details }) => <Wrapped>{details}</Wrapped> },
    { id: 'line', header: 'Line', cell: ({ line }) => String(line), width: '4.5rem' },
    {
      id: 'result',
      header: 'Result',
      cell: (row) => {
        const { tone, label, reason } = describeResult(row, progress, doneLabel);
        return (
          <Wrapped>
            <Badge tone={tone}>{label}</Badge> <span>{reason}</span>
          </Wrapped>
        );
      },
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      dense
      rows={progress.rows.toSorted((one, other) => ORDER[one.state] - ORDER[other.state])}
      rowKey={({ line }) => String(line)}
      rowName={({ title }) => title}
      empty={null}
    />
  );
}

function Wrapped({ children }: { children: React.ReactNode }) {
  return (
    <Box whiteSpace="normal" overflowWrap="anywhere" paddingBlock="1.5">
      {children}
    </Box>
  );
}

type Tone = 'danger' | 'neutral' | 'info' | 'success' | 'warning';

/** Describes what a row does, or its result. */
function describeResult(
  row: Row,
  { results, status }: ImportProgress<unknown>,
  doneLabel: string,
): { tone: Tone; label: string; reason?: string | undefined } {
  const result = results.get(row.line);
  if (row.state === 'error') return { tone: 'danger', label: 'Error', reason: row.reason };
  if (row.state === 'unchanged') return { tone: 'neutral', label: 'Unchanged', reason: row.reason };
  if (!result) return { tone: 'info', label: 'New', reason: row.note };
  switch (result.outcome) {
    case 'done':
      return status === 'undone'
        ? { tone: 'neutral', label: 'Undone' }
        : { tone: 'success', label: doneLabel };
    case 'unchanged':
      return { tone: 'neutral', label: 'Unchanged', reason: 'It was there already' };
    case 'later':
      return { tone: 'warning', label: 'Later', reason: result.reason };
    case 'failed':
      return { tone: 'danger', label: 'Failed', reason: result.reason };
  }
}
