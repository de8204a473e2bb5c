// @vitest-environment jsdom
import { ApiError } from '@homie/api-client';
import type { Attachment } from '@homie/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDrafts } from '../drafts';
import { storedFile } from '../testing/stored-file';
import { createUploadList } from './upload-list';
import { createUploadMarks } from './upload-marks';
import type { UploadNotices } from './upload-notices';
import { createUploader } from './uploader';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  vi.useRealTimers();
});

const leaving: (() => void)[] = [];

/** A fake request that the test resolves or rejects. */
function answered<Answer>() {
  const calls: { give: (answer: Answer) => void; fail: (error: unknown) => void }[] = [];
  const request = (signal: AbortSignal) =>
    new Promise<Answer>((give, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason));
      calls.push({ give, fail });
    });
  return { calls, request };
}

function setUp() {
  const upload = answered<Attachment>();
  const scan = answered<{ supabasePath: string; status: string; reason?: string } | undefined>();
  const forget = vi.fn<(conversationId: string, path: string) => void>();
  const notices = {
    refused: vi.fn<UploadNotices['refused']>(),
    repeated: vi.fn<UploadNotices['repeated']>(),
    attached: vi.fn<UploadNotices['attached']>(),
    blocked: vi.fn<UploadNotices['blocked']>(),
    failed: vi.fn<UploadNotices['failed']>(),
  };
  const list = createUploadList();
  const drafts = createDrafts('ada');
  const uploader = createUploader({
    list,
    drafts,
    notices,
    marks: createUploadMarks('ada', (_name, _signal, task) => task()),
    transport: {
      upload: (_id, _file, signal) => upload.request(signal),
      scan: (_file, signal) => scan.request(signal),
      forget,
    },
  });
  leaving.push(uploader.leave);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const states = () => list.all().map(({ name, state, progress }) => [name, state, progress]);
  return { uploader, upload, scan, forget, notices, list, drafts, settle, states };
}

/** A file whose content can be read: those of jsdom cannot. */
const file = (name: string, text = 'Hello') =>
  Object.assign(new File([text], name, { type: 'text/plain' }), {
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  });
const verdict = (name: string, status: string) => ({ supabasePath: `attachments/${name}`, status });

test('FILE-02 FILE-01 a file is uploaded with rising progress, then scanned, and only then attached with progress 100', async () => {
  const { uploader, upload, scan, notices, drafts, settle, states } = setUp();
  uploader.add('c1', [file('lease.txt')]);
  expect(states()).toEqual([['lease.txt', 'uploading', 0]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states()).toEqual([['lease.txt', 'uploading', 90]]);
  expect(scan.calls).toHaveLength(0);

  upload.calls[0]?.give(storedFile('lease.txt'));
  await settle();
  expect(states()).toEqual([['lease.txt', 'scanning', 90]]);
  expect(drafts.files('c1')).toEqual([]);

  scan.calls[0]?.give(verdict('lease.txt', 'clean'));
  await settle();
  expect(states()).toEqual([['lease.txt', 'attached', 100]]);
  expect(drafts.files('c1')).toEqual([storedFile('lease.txt')]);
  expect(notices.attached).toHaveBeenCalledExactlyOnceWith('lease.txt', 0);
});

test('FILE-03 FILE-09 a blocked file is removed here and on the server, and Security Block is shown', async () => {
  const { uploader, upload, scan, forget, notices, drafts, settle, states } = setUp();
  uploader.add('c1', [file('bad.txt')]);
  upload.calls[0]?.give(storedFile('bad.txt'));
  await settle();
  scan.calls[0]?.give({ ...verdict('bad.txt', 'blocked'), reason: 'The file is damaged.' });
  await settle();
  expect(states()).toEqual([]);
  expect(drafts.files('c1')).toEqual([]);
  expect(notices.blocked).toHaveBeenCalledExactlyOnceWith('bad.txt', 'The file is damaged.');
  expect(forget).toHaveBeenCalledExactlyOnceWith('c1', 'attachments/bad.txt');
});

test.each([
  ['error', verdict('lease.txt', 'error')],
  ['pending', verdict('lease.txt', 'pending')],
  ['missing', undefined],
])('FILE-03 a verdict that is %s fails closed, and can be retried', async (_, given) => {
  const { uploader, upload, scan, forget, notices, drafts, settle, states } = setUp();
  uploader.add('c1', [file('lease.txt')]);
  upload.calls[0]?.give(storedFile('lease.txt'));
  await settle();
  scan.calls[0]?.give(given);
  await settle();
  expect(states()).toEqual([]);
  expect(drafts.files('c1')).toEqual([]);
  expect(forget).toHaveBeenCalledOnce();
  expect(notices.failed.mock.calls[0]?.[0]).toMatch(/could not be checked for threats/);
  notices.failed.mock.calls[0]?.[1]?.();
  expect(states()).toEqual([['lease.txt', 'uploading', 0]]);
});

test('FILE-03 FILE-10 a failed upload is removed, reports why and can be retried with the same file', async () => {
  const { uploader, upload, notices, states } = setUp();
  uploader.add('c1', [file('lease.txt')]);
  upload.calls[0]?.fail(new ApiError('network_error', 'Network error', 0));
  await vi.advanceTimersByTimeAsync(500);
  expect(states()).toEqual([]);
  const [description, again] = notices.failed.mock.calls[0] ?? [];
  expect(description).toBe('lease.txt was not uploaded. Check your connection and try again.');
  again?.();
  expect(upload.calls).toHaveLength(2);
});

test('a file whose conversation is deleted during the upload is removed without a notice', async () => {
  const { uploader, upload, notices, settle, states } = setUp();
  uploader.add('c1', [file('lease.txt')]);
  upload.calls[0]?.fail(new ApiError('conversation_not_found', 'Conversation not found', 404));
  await settle();
  expect(states()).toEqual([]);
  expect(notices.failed).not.toHaveBeenCalled();
});

test('uploads two files at a time, one per request; the others are queued', async () => {
  const { uploader, upload, settle, states } = setUp();
  uploader.add(
    'c1',
    ['1.txt', '2.txt', '3.txt'].map((name) => file(name)),
  );
  expect(upload.calls).toHaveLength(2);
  expect(states().at(-1)).toEqual(['3.txt', 'queued', 0]);
  upload.calls[0]?.fail(new Error('gone'));
  await settle();
  expect(upload.calls).toHaveLength(3);
});

test('a cancelled file is removed at once without a notice, and from the server if it was uploaded', async () => {
  const { uploader, upload, scan, forget, notices, list, settle, states } = setUp();
  uploader.add(
    'c1',
    ['1.txt', '2.txt', '3.txt'].map((name) => file(name)),
  );
  const ids = list.all().map(({ id }) => id);
  uploader.cancel(ids[2] ?? '');
  uploader.cancel(ids[0] ?? '');
  expect(states()).toEqual([['2.txt', 'uploading', 0]]);
  await settle();
  expect(forget).not.toHaveBeenCalled();

  upload.calls[1]?.give(storedFile('2.txt'));
  await settle();
  uploader.cancel(ids[1] ?? '');
  await settle();
  expect(scan.calls).toHaveLength(1);
  expect(forget).toHaveBeenCalledExactlyOnceWith('c1', 'attachments/2.txt');
  expect(notices.failed).not.toHaveBeenCalled();
  expect(upload.calls).toHaveLength(2);
  expect(localStorage).toHaveLength(0);
});

test('FILE-05 pending files count towards the limit, and a refused addition is not uploaded', () => {
  const { uploader, upload, notices, list } = setUp();
  uploader.add(
    'c1',
    ['1.txt', '2.txt', '3.txt'].map((name) => file(name)),
  );
  uploader.add(
    'c1',
    ['4.txt', '5.txt'].map((name) => file(name)),
  );
  expect(notices.refused).toHaveBeenCalledExactlyOnceWith({
    title: 'Too Many Files',
    description: 'Limit is 4 files per message.',
  });
  expect(list.all()).toHaveLength(3);
  uploader.add(
    'c2',
    ['4.txt', '5.txt'].map((name) => file(name)),
  );
  expect(list.all()).toHaveLength(5);
  expect(upload.calls).toHaveLength(2);
});

test('OUT-15 a file that the message has already, or that is given twice, is not added again; one with other content is', async () => {
  const { uploader, notices, settle, states } = setUp();
  uploader.add('c1', [file('lease.txt')]);
  uploader.add('c1', [file('lease.txt'), file('plan.txt'), file('plan.txt')]);
  await settle();
  await vi.waitFor(() => expect(notices.repeated).toHaveBeenCalledOnce());
  expect(notices.repeated).toHaveBeenCalledWith(['lease.txt', 'plan.txt']);
  expect(states().map(([name]) => name)).toEqual(['lease.txt', 'plan.txt']);

  uploader.add('c1', [file('lease.txt', 'Hallo')]);
  uploader.add('c2', [file('lease.txt')]);
  await vi.waitFor(() =>
    expect(states().map(([name]) => name)).toEqual([
      'lease.txt',
      'plan.txt',
      'lease.txt',
      'lease.txt',
    ]),
  );
  expect(notices.repeated).toHaveBeenCalledOnce();
});

test('removing an attached file removes it from the server', () => {
  const { uploader, forget, drafts } = setUp();
  drafts.attach('c1', storedFile('lease.txt'));
  uploader.detach('c1', 'attachments/lease.txt');
  expect(drafts.files('c1')).toEqual([]);
  expect(forget).toHaveBeenCalledExactlyOnceWith('c1', 'attachments/lease.txt');
});

test('a request that is aborted because the page unloads is not a failure: the next visit reports the file', async () => {
  const { uploader, upload, notices } = setUp();
  uploader.add('c1', [file('lease.txt')]);
  upload.calls[0]?.fail(new ApiError('network_error', 'Network error', 0));
  await vi.advanceTimersByTimeAsync(20);
  uploader.leave();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(notices.failed).not.toHaveBeenCalled();
  const cutOff: string[] = [];
  createUploadMarks('ada', (_name, _signal, task) => task()).start((name) => cutOff.push(name));
  await vi.advanceTimersByTimeAsync(0);
  expect(cutOff).toEqual(['lease.txt']);
});

test('the browser asks for confirmation before the page unloads, only while a file is uploading', async () => {
  const { uploader, upload, settle } = setUp();
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  uploader.add('c1', [file('lease.txt')]);
  expect(leave()).toBe(true);
  upload.calls[0]?.fail(new Error('gone'));
  await settle();
  expect(leave()).toBe(false);
});

test('the next visit reports uploads that an unload interrupted, once', async () => {
  const { uploader, notices, settle, states } = setUp();
  uploader.add(
    'c1',
    ['1.txt', '2.txt', '3.txt'].map((name) => file(name)),
  );
  uploader.leave();
  await settle();
  expect(states()).toEqual([]);
  expect(notices.failed).not.toHaveBeenCalled();
  const nextVisit = () => {
    const cutOff: string[] = [];
    createUploadMarks('ada', (_name, _signal, task) => task()).start((name) => cutOff.push(name));
    return cutOff.sort();
  };
  expect(nextVisit()).toEqual(['1.txt', '2.txt', '3.txt']);
  expect(nextVisit()).toEqual([]);
});

test('an empty file is refused without a retry; a failure of the server can be retried', async () => {
  const { uploader, upload, notices, settle } = setUp();
  uploader.add('c1', [file('empty.txt'), file('lease.txt')]);
  upload.calls[0]?.fail(new ApiError('validation_failed', 'The file is empty.', 422));
  upload.calls[1]?.fail(new ApiError('unavailable', 'Try again in a moment.', 503));
  await settle();
  expect(notices.failed).toHaveBeenCalledWith('empty.txt: The file is empty.', undefined);
  expect(notices.failed).toHaveBeenCalledWith(
    'lease.txt: Try again in a moment.',
    expect.any(Function),
  );
});
