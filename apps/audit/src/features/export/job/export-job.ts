import { ApiError } from '@homie/api-client';
import { createStore } from '@homie/composition';
import { announce, toast } from '@homie/ui';

/** Forms of an export, by the ending of their file. */
export type ExportFormat = 'csv' | 'jsonl';

/** A file that was made, and how much of the log it holds. */
interface ExportedFile {
  file: Blob;
  count: number;
  /** Whether there was more than fits. */
  limited: boolean;
}

/** What is to be exported. */
export interface ExportTask {
  format: ExportFormat;
  fileName: string;
  /** @param onProgress told the rows so far and all that there will be */
  run: (
    signal: AbortSignal,
    onProgress: (count: number, total: number) => void,
  ) => Promise<ExportedFile>;
}

/** Where an export stands. */
export type ExportState =
  | { phase: 'idle' }
  | { phase: 'running'; format: ExportFormat; count: number; total: number | undefined }
  | { phase: 'failed'; message: string };

/** The one export of a page. It goes on while other screens are looked at. */
export interface ExportJob {
  get: () => ExportState;
  subscribe: (listener: () => void) => () => void;
  /** Starts, unless one runs already. */
  start: (task: ExportTask) => Promise<void>;
  cancel: () => void;
  /** Once more what failed. */
  retry: () => void;
  /** Forgets what failed. */
  dismiss: () => void;
}

const FAILED = 'Failed to export audit logs';

/** What a person is told of a failure; what was not meant for them is told in general. */
function messageOf(error: unknown): string {
  return (error instanceof ApiError && error.message) || FAILED;
}

/** Has the browser ask before the page is left. */
function ask(event: BeforeUnloadEvent) {
  event.preventDefault();
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/** @param save hands a finished file to the person */
export function createExportJob(save: (file: Blob, name: string) => void): ExportJob {
  const { getState, setState, subscribe } = createStore<ExportState>({ phase: 'idle' });
  let abort: AbortController | undefined;
  let failed: ExportTask | undefined;

  function tell({ count, limited }: ExportedFile) {
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
        `Exported ${count.toLocaleString('en-AU')} of ${total.toLocaleString('en')} entries`,
      );
  }

  async function start(task: ExportTask) {
    if (abort) return;
    abort = new AbortController();
    const { signal } = abort;
    failed = undefined;
    setState({ phase: 'running', format: task.format, count: 0, total: undefined });
    window.addEventListener('beforeunload', ask);
    try {
      const running = task.run(signal, (count, total) => {
        if (!signal.aborted) progress(task, count, total);
      });
      // Cancelling does not wait for an answer that is under way.
      const exported = await Promise.race([running, whenAborted(signal)]);
      save(exported.file, task.fileName);
      tell(exported);
      setState({ phase: 'idle' });
    } catch (error) {
      if (signal.aborted) {
        announce('Export cancelled');
        setState({ phase: 'idle' });
      } else {
        failed = task;
        const message = messageOf(error);
        toast.error({ title: 'Export Failed', description: message });
        setState({ phase: 'failed', message });
      }
    } finally {
      window.removeEventListener('beforeunload', ask);
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
