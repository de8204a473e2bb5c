import type { AdminApi, Api } from '@homie/api-client';
import {
  AUDIT_EXPORT_MAX,
  type AuditExportCursor,
  type AuditExportRow,
  type AuditFilter,
} from '@homie/contracts';
import { csvHeader, csvLine } from '../model/audit-csv';
import { growingFile } from '../model/file-parts';
import { readRows } from '../model/read-rows';
import type { ExportFormat, ExportTask } from './export-job';

/** Options of {@link auditExportTask}. */
export interface AuditExportOptions {
  filter: AuditFilter;
  format: ExportFormat;
  fileName: string;
  /** The number of matching entries, as far as the screen knows. */
  expected: number;
}

/** The longest time to write rows without yielding to the event loop, in milliseconds. */
const TURN_MS = 30;

/** Yields to the event loop, so that the page can render and respond. */
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Writes rows in time slices, so that the page stays responsive. */
async function inTurns<Row>(rows: readonly Row[], write: (row: Row) => void) {
  let started = performance.now();
  for (const row of rows) {
    write(row);
    if (performance.now() - started > TURN_MS) {
      // Awaited in the loop on purpose.
      await breathe();
      started = performance.now();
    }
  }
}

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  jsonl: 'application/jsonl;charset=utf-8',
};

/** Creates the export of a filter. Converts rows to text as they are read, and stores the text in Blobs. */
export function auditExportTask(
  api: Api,
  audit: AdminApi,
  { filter, format, fileName, expected }: AuditExportOptions,
): ExportTask {
  const toText = (row: AuditExportRow) =>
    format === 'csv' ? csvLine(audit.auditExportEntry(row)) : `${audit.auditExportLine(row)}\n`;

  return {
    format,
    fileName,
    async run(signal, onProgress) {
      const file = growingFile(types[format]);
      const { id } = await audit.startAuditExport(api, filter, format);
      if (format === 'csv') file.append(csvHeader);
      const result = await readRows<AuditExportRow, AuditExportCursor>({
        read: (cursor) => audit.readAuditExport(api, id, { cursor, signal }),
        write: (rows) => inTurns(rows, (row) => file.append(toText(row))),
        onProgress: (count) =>
          onProgress(count, Math.max(count, Math.min(expected, AUDIT_EXPORT_MAX))),
        signal,
      });
      if (format === 'jsonl')
        file.append(`${audit.auditManifestLine(await audit.finishAuditExport(api, id, signal))}\n`);
      return { ...result, file: file.toBlob() };
    },
  };
}
