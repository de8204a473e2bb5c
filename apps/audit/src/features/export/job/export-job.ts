import { ApiError } from '@homie/api-client';
import { createStore } from '@homie/composition';
import { announce, toast } from '@homie/ui';

/** The formats of an export, by file extension. */
export type ExportFormat = 'csv' | 'jsonl';

/** An exported file and its number of entries. */
interface ExportedFile {
  file: Blob;
  count: number;
  /** True if more entries matched than the file can hold. */
  limited: boolean;
}

/** An export that {@link ExportJob} can run. */
export interface ExportTask {
  format: ExportFormat;
  fileName: string;
  /** @param onProgress called with the number of rows so far and the total */
  run: (
    signal: AbortSignal,
    onProgress: (count: number, total: number) => void,
  ) => Promise<ExportedFile>;
}

/** The state of an export. */
export type ExportState =
  | { phase: 'idle' }
  | { phase: 'running'; format: ExportFormat; count: number; total: number | undefined }
  | { phase: 'failed'; message: string };

/** The single export job of a page. It continues when the user opens another screen. */
export interface ExportJob {
  get: () => ExportState;
  subscribe: (listener: () => void) => () => void;
  /** Starts, unless one runs already. */
  start: (task: ExportTask) => Promise<void>;
  cancel: () => void;
  /** Restarts the failed export. */
  retry: () => void;
  /** Discards the failed export. */
  dismiss: () => void;
}

const FAILED = 'Failed to export audit logs';

/** Returns the error message for the user: the server's message, or a general one for any other error. */
function getErrorMessage(error: unknown): string {
  return (error instanceof ApiError && error.message) || FAILED;
}

/** Makes the browser confirm before it unloads the page. */
function preventUnload(event: BeforeUnloadEvent) {
  event.preventDefault();
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** @param save saves a finished file for the user */
export function createExportJob(save: (file: Blob, name: string) => void): ExportJob {
  const { getState, setState, subscribe } = createStore<ExportState>({ phase: 'idle' });
  let abort: AbortController | undefined;
  let failed: ExportTask | undefined;

  function reportSuccess({ count, limited }: ExportedFile) {
    if (limited)
      toast.info({
        title: 'Export Limited',
        description: 'Export limited to 50,000 rows for performance',
      });
    toast.success({
      title: 'Export Complete',
      description: `Downloaded ${count.toLocaleString('en-AU')} audit records`,
    });
  }

  function progress({ format }: ExportTask, count: number, total: number) {
    const state = getState();
    const before = state.phase === 'running' ? state.count : 0;
    setState({ phase: 'running', format, count, total });
    const quarter = (rows: number) => Math.floor((rows / total) * 4);
    if (count < total && quarter(count) > quarter(before))
      announce(
        `Exported ${count.toLocaleString('en-AU')} of ${total.toLocaleString('en-AU')} entries`,
      );
  }

  async function start(task: ExportTask) {
    if (abort) return;
    abort = new AbortController();
    const { signal } = abort;
    failed = undefined;
    setState({ phase: 'running', format: task.format, count: 0, total: undefined });
    window.addEventListener('beforeunload', preventUnload);
    try {
      const running = task.run(signal, (count, total) => {
        if (!signal.aborted) progress(task, count, total);
      });
      // Cancelling does not wait for a pending response.
      const exported = await Promise.race([running, rejectOnAbort(signal)]);
      save(exported.file, task.fileName);
      reportSuccess(exported);
      setState({ phase: 'idle' });
    } catch (error) {
      if (signal.aborted) {
        announce('Export cancelled');
        setState({ phase: 'idle' });
      } else {
        failed = task;
        const message = getErrorMessage(error);
        toast.error({ title: 'Export Failed', description: message });
        setState({ phase: 'failed', message });
      }
    } finally {
      window.removeEventListener('beforeunload', preventUnload);
      abort = undefined;
    }
  }

  return {
    get: getState,
    subscribe,
    start,
    cancel: () => abort?.abort(),
    retry() {
      if (failed) void start(failed);
    },
    dismiss() {
      failed = undefined;
      if (getState().phase === 'failed') setState({ phase: 'idle' });
    },
  };
}
