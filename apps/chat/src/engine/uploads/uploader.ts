import { isNetworkError, isRefusal } from '@homie/api-client';
import { isScanPassed } from '@homie/contracts';
import type { Drafts } from '../drafts';
import { newId } from '@homie/widgets/new-id';
import { checkFiles } from './check-files';
import { climb } from './climb';
import type { FileTransport } from './file-transport';
import { mayRepeat, splitCopies } from './find-copies';
import type { Uploader } from './lazy-uploader';
import { listFiles } from './list-files';
import type { Upload, UploadList } from './upload-list';
import type { UploadMarks } from './upload-marks';
import { canRetryUpload, scanFailure, uploadFailure, type UploadNotices } from './upload-notices';
import { warnBeforeUnload } from './warn-before-unload';

/** The number of concurrent uploads: more would only slow each of them down. */
const AT_ONCE = 2;
/**
 * When a page unloads, the browser aborts its requests before `pagehide` fires: wait this long before reporting a
 * failure.
 */
const LEFT_WITHIN_MS = 500;

interface Dependencies {
  list: UploadList;
  drafts: Drafts;
  transport: FileTransport;
  notices: UploadNotices;
  marks: UploadMarks;
}

interface Job {
  id: string;
  conversationId: string;
  file: File;
  cancelled: AbortController;
  unmark: ReturnType<UploadMarks['mark']>;
}

/** The uploader of one user. */
export function createUploader({
  list,
  drafts,
  transport,
  notices,
  marks,
}: Dependencies): Uploader {
  const jobs = new Map<string, Job>();
  let running = 0;
  let batch = 0;
  let stopWarning: (() => void) | undefined;

  function change(id: string, changes: Partial<Upload>) {
    const upload = list.all().find((one) => one.id === id);
    if (upload) list.put({ ...upload, ...changes });
  }
  function end({ id, unmark }: Job, options?: { keep?: boolean }) {
    if (!jobs.delete(id)) return;
    unmark(options);
    if (jobs.size > 0) return;
    batch += 1;
    stopWarning?.();
    stopWarning = undefined;
  }
  function fail({ id, conversationId, file }: Job, description: string, canRetry = true) {
    list.remove(id);
    notices.failed(description, canRetry ? () => add(conversationId, [file]) : undefined);
  }

  /** Uploads and scans one file, then attaches or removes it. */
  async function run(job: Job) {
    const { id, conversationId, file, cancelled } = job;
    const { signal } = cancelled;
    let path: string | null = null;
    change(id, { state: 'uploading' });
    const stopClimbing = climb((progress) => change(id, { progress }));
    try {
      const attachment = await transport.upload(conversationId, file, signal);
      path = attachment.supabasePath;
      change(id, { state: 'scanning' });
      const verdict = await transport.scan(attachment, signal);
      signal.throwIfAborted();
      stopClimbing();
      if (isScanPassed(verdict?.status)) {
        change(id, { state: 'attached', progress: 100, supabasePath: path });
        drafts.attach(conversationId, attachment);
        notices.attached(file.name, batch);
        return;
      }
      transport.forget(conversationId, path);
      if (verdict?.status !== 'blocked') return fail(job, scanFailure(file.name));
      list.remove(id);
      notices.blocked(file.name, verdict.reason);
    } catch (error) {
      if (isNetworkError(error)) await new Promise((over) => setTimeout(over, LEFT_WITHIN_MS));
      if (path !== null) transport.forget(conversationId, path);
      // Its conversation was deleted in the meantime.
      if (isRefusal(error, 'conversation_not_found')) list.remove(id);
      else if (!signal.aborted) fail(job, uploadFailure(file.name, error), canRetryUpload(error));
    } finally {
      stopClimbing();
      end(job);
    }
  }
  async function runNext() {
    const next = list.all().find(({ id, state }) => state === 'queued' && jobs.has(id));
    const job = next && jobs.get(next.id);
    if (job === undefined || running >= AT_ONCE) return;
    running += 1;
    await run(job);
    running -= 1;
    void runNext();
  }

  function add(conversationId: string, files: readonly File[]) {
    const present = listFiles(conversationId, drafts.files(conversationId), list.all());
    if (!mayRepeat(files, present)) return start(conversationId, files);
    splitCopies(files, present).then(
      ({ others, copies }) => {
        if (copies.length > 0) notices.repeated(copies.map(({ name }) => name));
        start(conversationId, others);
      },
      // One of them can no longer be read: its upload reports that.
      () => start(conversationId, files),
    );
  }
  function start(conversationId: string, files: readonly File[]) {
    const present = listFiles(conversationId, drafts.files(conversationId), list.all());
    const { accepted, refusals } = checkFiles(
      files,
      present.map(({ size }) => size),
    );
    for (const refusal of refusals) notices.refused(refusal);
    for (const file of accepted) {
      const { name, size } = file;
      const id = newId();
      const cancelled = new AbortController();
      jobs.set(id, { id, conversationId, file, cancelled, unmark: marks.mark(name) });
      stopWarning ??= warnBeforeUnload();
      list.put({
        id,
        conversationId,
        name,
        size,
        state: 'queued',
        progress: 0,
        supabasePath: null,
        file,
      });
      void runNext();
    }
  }
  function cancel(id: string) {
    const job = jobs.get(id);
    if (job === undefined) return;
    list.remove(id);
    job.cancelled.abort();
    end(job);
  }

  return {
    add,
    cancel,
    detach(conversationId, supabasePath) {
      drafts.detach(conversationId, supabasePath);
      transport.forget(conversationId, supabasePath);
    },
    leave() {
      for (const job of jobs.values()) {
        job.cancelled.abort();
        list.remove(job.id);
        end(job, { keep: true });
      }
    },
  };
}
