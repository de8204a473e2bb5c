import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refused, type ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient, uploadBody } from './support/file-client.ts';

const MAX_BYTES = 26_214_400;
const path = expect.stringMatching(/^attachments\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/) as string;

let server: ConversationsServer;
let person: ChatClient;
let files: FileClient;
beforeAll(async () => {
  server = await startConversationsServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const started = await server.personInConversation();
  person = started.person;
  files = new FileClient(person, server.server, started.conversationId);
});

const rows = () => server.attachments(files.conversationId);

test('API-38 an upload answers with the attachment: cleaned name, size, MIME type, checksum and a generated path', async () => {
  const content = 'Quiet after ten.';
  const attachment = await files.upload({
    name: 'House\u202e rules.CSV',
    mime: 'application/vnd.ms-excel; charset=utf-8',
    content,
  });
  expect(attachment).toEqual({
    name: 'House_ rules.CSV',
    size: 16,
    mime: 'text/csv',
    sha256: createHash('sha256').update(content).digest('hex'),
    supabasePath: path,
    openaiFileId: null,
  });
  expect(await rows()).toMatchObject([
    { ...rowOf(attachment), scan_status: 'pending', message_id: null, user_id: person.userId },
  ]);
  const uploads = (await server.audit(files.conversationId)).filter(
    ({ action }) => action === 'upload_file',
  );
  expect(uploads).toEqual([
    {
      action: 'upload_file',
      meta: { attachment_id: expect.any(String) as string, size: 16, mime: 'text/csv' },
    },
  ]);
});

function rowOf({
  name,
  size,
  mime,
  sha256,
  supabasePath,
}: Awaited<ReturnType<FileClient['upload']>>) {
  return { name, size, mime, sha256, supabase_path: supabasePath };
}

test('API-38 base64 is decoded regardless of how a JSON encoder escapes it', async () => {
  const content = Buffer.from([0xfb, 0xff, 0xfe, 0xfa]);
  const envelope = JSON.stringify({
    endpoint: `/conversations/${files.conversationId}/upload`,
    method: 'POST',
    body: uploadBody({ name: 'a.txt', content }),
  })
    .replaceAll('+', '\\u002B')
    .replaceAll('=', '\\u003d')
    .replace(/(?<=file":"[^"]*)\//, '\\/');
  expect(envelope).toContain('\\u002B');
  const response = await server.server.call('/functions/v1/conversations', {
    method: 'POST',
    headers: { authorization: person.authorization },
    body: envelope,
  });
  expect(await response.json()).toMatchObject({
    ok: true,
    data: { attachment: { size: 4, sha256: createHash('sha256').update(content).digest('hex') } },
  });
});

test('API-38 25 MB exactly are taken, one byte more is refused with an error message, for any claimed size', async () => {
  const content = Buffer.alloc(MAX_BYTES + 1, 'a');
  const whole = await files.upload({ name: 'a.txt', content: content.subarray(1) });
  expect(whole).toMatchObject({
    size: MAX_BYTES,
    sha256: createHash('sha256').update(content.subarray(1)).digest('hex'),
  });
  const more = uploadBody({ name: 'b.txt', content });
  const tooLarge = refused(422, 'validation_failed', 'File too large (max 25 MB).');
  expect(await files.tryUpload(more)).toMatchObject(tooLarge);
  expect(await files.tryUpload({ ...more, size: 5 })).toMatchObject(tooLarge);
  expect(await rows()).toHaveLength(1);
});

describe('only an authenticated upload may be large', () => {
  const large = 'a'.repeat(300 * 1024);
  const send = (text: string, authorization?: string) =>
    server.server.call('/functions/v1/conversations', {
      method: 'POST',
      body: text,
      ...(authorization !== undefined && { headers: { authorization } }),
    });
  const envelope = (fields: Record<string, unknown>) => JSON.stringify(fields);

  test('other endpoints have a small limit, in any order of the fields', async () => {
    const id = files.conversationId;
    const upload = `/conversations/${id}/upload`;
    for (const text of [
      envelope({ endpoint: `/conversations/${id}/stream`, method: 'POST', body: { file: large } }),
      envelope({ endpoint: '/conversations', method: 'POST', body: { title: large } }),
      envelope({ body: { file: large }, method: 'POST', endpoint: upload }),
      envelope({ endpoint: upload, method: 'POST', body: { filename: large } }),
      envelope({ endpoint: upload, method: 'POST', file: large }),
      envelope({ endpoint: `${upload}/upload`, method: 'POST', body: { file: large } }),
      `{"endpoint":"${upload}","body":{"file":"${large}"},"method":"GET","endpoint":"/conversations"}`,
    ]) {
      const response = await send(text, person.authorization);
      expect(response.status).toBe(413);
      expect(await response.json()).toEqual({
        ok: false,
        code: 'payload_too_large',
        error: 'The request is too large',
      });
    }
  });

  test('a large body without a session is refused unread', async () => {
    const text = envelope({
      endpoint: `/conversations/${files.conversationId}/upload`,
      method: 'POST',
      body: uploadBody({ name: 'a.txt', content: Buffer.alloc(2 * 1024 * 1024) }),
    });
    expect((await send(text)).status).toBe(413);
    expect((await send(text, 'Bearer rubbish')).status).toBe(413);
    expect(await rows()).toEqual([]);
  });

  test('a body of 40 MB is refused', async () => {
    const text = envelope({
      endpoint: `/conversations/${files.conversationId}/upload`,
      method: 'POST',
      body: { file: 'a'.repeat(40 * 1024 * 1024) },
    });
    expect((await send(text, person.authorization)).status).toBe(413);
    expect(await rows()).toEqual([]);
  });
});

describe('API-38 RULE-15 hostile names are stored as data', () => {
  test.each([
    ['../../../etc/passwd.txt', '../../../etc/passwd.txt'],
    ['C:\\Windows\\system32\\a.txt', 'C:\\Windows\\system32\\a.txt'],
    [`"';--<img src=x onerror=alert(1)>.txt`, `"';--<img src=x onerror=alert(1)>.txt`],
    ['Mietvertrag für Zoë – 😀 日本.txt', 'Mietvertrag für Zoë – 😀 日本.txt'],
    ['invoice\u202etxt.fdp.txt', 'invoice_txt.fdp.txt'],
    ['a\r\nSet-Cookie: b.txt', 'a__Set-Cookie: b.txt'],
    ['rules.exe\0.txt', 'rules.exe_.txt'],
    ['\ud800rules.txt', '_rules.txt'],
    ['%2e%2e%2f%00.txt', '%2e%2e%2f%00.txt'],
    ['__proto__.txt', '__proto__.txt'],
  ])('%j', async (name, stored) => {
    const attachment = await files.cleanFile({ name });
    expect(attachment).toMatchObject({ name: stored, supabasePath: path });
    const { body } = await files.link(attachment.supabasePath);
    const saved = await fetch((body.data as { url: string }).url);
    expect(await saved.text()).toBe('Quiet after ten.');
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(stored)}`,
    );
    expect(saved.headers.get('set-cookie')).toBeNull();
  });
});

test('API-38 concurrent uploads do not mix their bytes', async () => {
  const contents = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(3_000_000, letter));
  const uploaded = await Promise.all(
    contents.map((content, index) => files.upload({ name: `${index}.txt`, content })),
  );
  expect(uploaded.map(({ sha256 }) => sha256)).toEqual(
    contents.map((content) => createHash('sha256').update(content).digest('hex')),
  );
});
