import { useSyncExternalStore } from 'react';
import { createExportJob, type ExportJob, type ExportState } from './export-job';
import { saveFile } from './save-file';

const job = createExportJob(saveFile);

/** The page's one export, and where it stands. Leaving the screen does not end it. */
export function useExportJob(): { job: ExportJob; state: ExportState } {
  return { job, state: useSyncExternalStore(job.subscribe, job.get) };
}
