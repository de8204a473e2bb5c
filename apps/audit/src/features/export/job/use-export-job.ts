import { useSyncExternalStore } from 'react';
import { createExportJob, type ExportJob, type ExportState } from './export-job';

/** How long to retain the object URL, in milliseconds: long enough for the browser to read the file. */
const KEEP_FILE_MS = 60_000;

/** Downloads a file under a name. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_FILE_MS);
}

const job = createExportJob(saveFile);

/** Returns the export job of the page and its state. The export continues when the user leaves the screen. */
export function useExportJob(): { job: ExportJob; state: ExportState } {
  return { job, state: useSyncExternalStore(job.subscribe, job.get) };
}
