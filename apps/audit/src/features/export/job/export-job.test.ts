// @vitest-environment jsdom
import { ApiError } from '@homie/api-client';
import { toast } from '@homie/ui';
import { beforeEach, expect, test, vi } from 'vitest';
import { createExportJob, type ExportTask } from './export-job';

const save = vi.fn<(file: Blob, name: string) => void>();
const said: string[] = [];

beforeEach(() => {
  save.mockReset();
  said.length = 0;
  for (const tone of ['success', 'error', 'info'] as const)
    vi.spyOn(toast, tone).mockImplementation(({ title, description }) =>
      said.push(`${tone}: ${title}: ${description}`),
    );
});

/** Tests whether the browser confirms before it unloads the page. */
const confirmsUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

function task(run: ExportTask['run']): ExportTask {
  return { format: 'csv', fileName: 'audit-all-all.csv', run };
}
const file = new Blob(['text']);

test('EXPORT-04 EXPORT-07 a finished export is saved and reported with its number of rows', async () => {
  const job = createExportJob(save);
  await job.start(task(() => Promise.resolve({ file, count: 1234, limited: false })));
  expect(save.mock.calls).toEqual([[file, 'audit-all-all.csv']]);
  expect(said).toEqual(['success: Export Complete: Downloaded 1,234 audit records']);
  expect(job.get()).toEqual({ phase: 'idle' });
});

test('EXPORT-03 an export over the limit reports it, and completes with the rows it has', async () => {
  await createExportJob(save).start(
    task(() => Promise.resolve({ file, count: 50_000, limited: true })),
  );
  expect(said).toEqual([
    'info: Export Limited: Export limited to 50,000 rows for performance',
    'success: Export Complete: Downloaded 50,000 audit records',
  ]);
});

test('EXPORT-08 EXPORT-09 a failure shows its message, or a general one if it has none', async () => {
  const job = createExportJob(save);
  const errors = [
    new ApiError('not_authenticated', 'Not authenticated', 401),
    new ApiError('internal', '', 500),
    new TypeError('undefined is not a function'),
  ];
  for (const error of errors) await job.start(task(() => Promise.reject(error)));
  expect(said).toEqual([
    'error: Export Failed: Not authenticated',
    'error: Export Failed: Failed to export audit logs',
    'error: Export Failed: Failed to export audit logs',
  ]);
  expect(save).not.toHaveBeenCalled();
  expect(job.get()).toEqual({ phase: 'failed', message: 'Failed to export audit logs' });
});

test('a failed export can be retried', async () => {
  const job = createExportJob(save);
  const run = vi.fn<ExportTask['run']>().mockRejectedValueOnce(new Error('offline'));
  run.mockResolvedValue({ file, count: 1, limited: false });
  await job.start(task(run));
  job.retry();
  await vi.waitFor(() => expect(job.get()).toEqual({ phase: 'idle' }), { timeout: 60_000 });
  expect(save).toHaveBeenCalledOnce();
});

test('AUDIT-13 one export runs at a time, reports its progress, and asks before leaving the page', async () => {
  const job = createExportJob(save);
  const seen: unknown[] = [];
  job.subscribe(() => seen.push(job.get()));
  let finish = () => {};
  const running = job.start(
    task(async (_, onProgress) => {
      onProgress(1000, 2500);
      await new Promise<void>((resolve) => (finish = resolve));
      return { file, count: 2500, limited: false };
    }),
  );
  const second = vi.fn<ExportTask['run']>();
  await job.start(task(second));
  expect(second).not.toHaveBeenCalled();
  expect(job.get()).toEqual({ phase: 'running', format: 'csv', count: 1000, total: 2500 });
  expect(confirmsUnload()).toBe(true);
  finish();
  await running;
  expect(confirmsUnload()).toBe(false);
  expect(seen.at(-1)).toEqual({ phase: 'idle' });
});

test('a cancelled export ends at once, saves nothing and is not a failure', async () => {
  const job = createExportJob(save);
  const running = job.start(task(() => new Promise(() => {})));
  job.cancel();
  await running;
  expect(job.get()).toEqual({ phase: 'idle' });
  expect(save).not.toHaveBeenCalled();
  expect(said).toEqual([]);
});
