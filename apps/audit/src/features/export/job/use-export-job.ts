import { saveFile } from '@homie/widgets';
import { useSyncExternalStore } from 'react';
import { createExportJob, type ExportJob, type ExportState } from './export-job';

const job = createExportJob(saveFile);

/** Returns the export job of the page and its state. The export continues when the user leaves the screen. */
export function useExportJob(): { job: ExportJob; state: ExportState } {
  return { job, state: useSyncExternalStore(job.subscribe, job.get) };
}
