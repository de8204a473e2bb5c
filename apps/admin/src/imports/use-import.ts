import { ApiError, useQueryClient, type QueryClient } from '@homie/api-client';
import { toast } from '@homie/ui';
import { newId } from '@homie/widgets/new-id';
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage, showError } from '../data/show-failure';
import { formatCount } from '../records/model/describe-counts';
import { isUnsent } from './model/describe-import';
import type { ImportProgress, PlannedRow, RowResult } from './model/planned-row';
import { readTable, type TableColumns, type TableRow } from './model/read-table';
import { forgetImport, rememberImport } from './recent-imports';

/** Describes an import: its columns, and the calls that plan, send and revert its rows. */
export interface ImportPlan<Entry> {
  /** The noun of one record, e.g. 'user'. */
  noun: string;
  /** The result of a row that was sent, e.g. 'Invited'. */
  doneLabel: string;
  columns: TableColumns;
  rowsMax: number;
  /** Plans what each row does. Sends nothing. */
  plan: (rows: readonly TableRow[]) => Promise<readonly PlannedRow<Entry>[]>;
  /** Sends a row. Sending it again changes nothing. Returns false if it changed nothing. */
  send: (entry: Entry, importId: string) => Promise<boolean>;
  /** Reverts what the import added and is not in use yet. Returns the message for the user. */
  undo: (importId: string, entries: readonly Entry[]) => Promise<string>;
  invalidate: (client: QueryClient) => Promise<void>;
}

/** The number of consecutive rows that could not be sent after which the others are left for later. */
const FAILURES_MAX = 3;

/** Reads a table, plans its rows, and sends them one by one when the user confirms. */
export function useImport<Entry>(plan: ImportPlan<Entry>) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState(false);
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<ImportProgress<Entry>>();
  const [importId] = useState(() => newId());
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  async function read(text: string) {
    setReading(true);
    setProblem(undefined);
    try {
      const table = await readTable(text, plan.columns, plan.rowsMax);
      if ('problem' in table) setProblem(table.problem);
      else {
        const rows = await plan.plan(table.rows);
        setIgnored(table.ignored);
        setProgress({ rows, results: new Map(), status: 'planned' });
      }
    } catch (error) {
      setProblem(getErrorMessage(error));
    } finally {
      setReading(false);
    }
  }

  async function send({ rows, results: former }: ImportProgress<Entry>) {
    isStopped.current = false;
    const results = new Map(former);
    let failures = 0;
    for (const row of rows) {
      const { line } = row;
      if (row.state !== 'new' || !isUnsent(row, results)) continue;
      if (isStopped.current || failures === FAILURES_MAX) {
        results.set(line, { outcome: 'later', reason: 'Unsent' });
        continue;
      }
      setProgress({ rows, results: new Map(results), status: 'sending' });
      const result = await sendRow(row.entry);
      failures = result.outcome === 'later' ? failures + 1 : 0;
      results.set(line, result);
    }
    setProgress({ rows, results, status: 'sent' });
    const entries = listSent({ rows, results });
    if (entries.length > 0)
      rememberImport(client, plan.noun, {
        id: importId,
        text: `${plan.doneLabel} ${formatCount(entries.length, plan.noun)}`,
        undo: () => plan.undo(importId, entries),
      });
    await plan.invalidate(client);
  }

  async function sendRow(entry: Entry): Promise<RowResult> {
    try {
      return { outcome: (await plan.send(entry, importId)) ? 'done' : 'unchanged' };
    } catch (error) {
      const isFinal = error instanceof ApiError && [400, 409, 422].includes(error.status);
      return { outcome: isFinal ? 'failed' : 'later', reason: getErrorMessage(error) };
    }
  }

  async function undo({ rows, results }: ImportProgress<Entry>) {
    setProgress({ rows, results, status: 'undoing' });
    try {
      toast.success({ title: await plan.undo(importId, listSent({ rows, results })) });
      forgetImport(client, plan.noun, importId);
      setProgress({ rows, results, status: 'undone' });
    } catch (error) {
      showError(error);
      setProgress({ rows, results, status: 'sent' });
    }
    await plan.invalidate(client);
  }

  return {
    problem,
    reading,
    progress,
    /** Names of columns of the table that are not imported. */
    ignored,
    read: (text: string) => void read(text),
    send: () => progress && void send(progress),
    undo: () => progress && void undo(progress),
    /** Stops after the row that is being sent. */
    stop: () => {
      isStopped.current = true;
    },
    restart: () => setProgress(undefined),
  };
}

/** Returns the entries that an import added. */
function listSent<Entry>({
  rows,
  results,
}: Pick<ImportProgress<Entry>, 'rows' | 'results'>): Entry[] {
  return rows.flatMap((row) =>
    row.state === 'new' && results.get(row.line)?.outcome === 'done' ? [row.entry] : [],
  );
}
