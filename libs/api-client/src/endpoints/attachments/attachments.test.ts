import { afterEach, expect, test, vi } from 'vitest';
import { scriptedFetch, testApi, type ScriptedAnswer } from '../../testing/scripted-server';
import { openFile, removeUpload, scanFiles, uploadFile } from './index';

afterEach(() => vi.unstubAllGlobals());

function network(...answers: ScriptedAnswer[]) {
  const { fetch, requests } = scriptedFetch(...answers);
  vi.stubGlobal('fetch', fetch);
  return requests;
}
const never = new AbortController().signal;
const attachment = {
  name: 'lease.txt',
  size: 5,
  mime: 'text/plain',
  sha256: 'a'.repeat(64),
  supabasePath: 'attachments/u1/c1/1',
  openaiFileId: null,
};
const lease = () => new File(['Hello'], 'lease "final".txt', { type: 'text/plain' });

test('a file is sent as base64 with its name, size and type in one envelope', async () => {
  const requests = network(Response.json({ ok: true, data: { attachment } }));
  expect(await uploadFile(testApi(), 'c1', lease(), never)).toEqual(attachment);
  expect(requests[0]?.url).toBe('https://backend.example/functions/v1/conversations');
  expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  expect(await requests[0]?.json()).toEqual({
    endpoint: '/conversations/c1/upload',
    method: 'POST',
    body: { filename: 'lease "final".txt', size: 5, mime: 'text/plain', file: 'SGVsbG8=' },
  });
});

test('a refused upload has the server’s message', async () => {
  const refused = { ok: false, error: 'Too many uploads.', code: 'rate_limited' };
  network(Response.json(refused, { status: 429 }));
  await expect(uploadFile(testApi(), 'c1', lease(), never)).rejects.toMatchObject({
    message: 'Too many uploads.',
    code: 'rate_limited',
  });
});

test('a cancelled upload is neither sent nor reported as a network error', async () => {
  const requests = network();
  const cancelled = new AbortController();
  cancelled.abort();
  const uploading = uploadFile(testApi(), 'c1', lease(), cancelled.signal);
  await expect(uploading).rejects.toBe(cancelled.signal.reason);
  expect(requests).toHaveLength(0);
});

test('a file that no longer exists on the disk is reported', async () => {
  const file = lease();
  vi.spyOn(file, 'slice').mockReturnValue(
    Object.assign(new Blob(), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    }),
  );
  await expect(uploadFile(testApi(), 'c1', file, never)).rejects.toMatchObject({
    code: 'unreadable_file',
    message: 'The file could not be read. It may have been moved or changed.',
  });
});

test('the scan sends files as they were uploaded and returns a verdict for each', async () => {
  const results = [
    { supabasePath: attachment.supabasePath, status: 'blocked', reason: 'Looks like malware.' },
  ];
  const requests = network(Response.json({ ok: true, data: { results } }));
  expect(await scanFiles(testApi(), [attachment], never)).toEqual(results);
  expect(requests[0]?.url).toBe('https://backend.example/functions/v1/security-scan');
  expect(await requests[0]?.json()).toEqual({ files: [attachment] });
});

test('a scan response without verdicts does not count as a pass', async () => {
  network(Response.json({ ok: true, data: {} }));
  await expect(scanFiles(testApi(), [attachment], never)).rejects.toMatchObject({
    code: 'unexpected_answer',
  });
});

test('an unsent file is removed, and a sent one opened, by its path', async () => {
  const link = '/storage/v1/object/sign/x?token=t';
  const requests = network(
    Response.json({ ok: true, data: null }),
    Response.json({ ok: true, data: { url: link } }),
  );
  await removeUpload(testApi(), 'c1', attachment.supabasePath);
  expect(await openFile(testApi(), 'c1', attachment.supabasePath)).toBe(
    `https://backend.example${link}`,
  );
  const { supabasePath } = attachment;
  expect(await Promise.all(requests.map((request) => request.json()))).toEqual([
    { endpoint: '/conversations/c1/upload', method: 'DELETE', body: { supabasePath } },
    { endpoint: '/conversations/c1/file', method: 'POST', body: { supabasePath } },
  ]);
});
