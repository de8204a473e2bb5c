import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpProcess } from '../../cli/set-up-process.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';
import {
  openStorage,
  type OpenStorage,
  type Session,
  type TestServer,
} from '../../testing/index.ts';

// What a client of Supabase Storage sees. With CONTRACT_STORAGE_URL, the same sentences are checked on that service: see
// docs/guides/supabase.md. What only ours does is in storage-gateway.contract.test.ts.

setUpProcess();

describe('storage', () => {
  let storage: OpenStorage;
  let server: TestServer;
  let owner: Session;
  let stranger: Session;
  beforeAll(async () => {
    storage = await openStorage(scratchSchema);
    ({ server, owner, stranger } = storage);
  });
  afterAll(() => server.stop());

  const files = (session: Session) => storage.files(session);
  const serverFiles = () => storage.serverFiles();

  test('a file round-trips byte for byte, for its owner only', async () => {
    const key = `${owner.userId}/a.txt`;
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    const uploaded = await files(owner).upload(key, bytes, { contentType: 'text/plain' });
    expect(uploaded.error).toBeNull();
    const { data } = await files(owner).download(key);
    expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
    expect((await files(stranger).download(key)).error).not.toBeNull();
    const refused = await files(stranger).upload(`${owner.userId}/b.txt`, bytes);
    expect(refused.error).not.toBeNull();
    const anonymous = await server.call(`/storage/v1/object/files/${key}`);
    expect(anonymous.status).toBe(400);
  });

  test('a signed URL works as supabase-js builds it, unless it is changed', async () => {
    const key = `${owner.userId}/signed.txt`;
    await files(owner).upload(key, new Blob(['signed']));
    const { data, error } = await serverFiles().createSignedUrl(key, 60, { download: true });
    expect(error).toBeNull();
    const url = new URL(data?.signedUrl ?? '');
    expect(url.origin).toBe(server.url);
    const opened = await fetch(url);
    expect(await opened.text()).toBe('signed');
    expect(opened.headers.get('content-disposition')).toContain('attachment');

    const token = url.searchParams.get('token') ?? '';
    for (const changed of [`${token}x`, '', 'rubbish', token.split('.').slice(0, 2).join('.')]) {
      url.searchParams.set('token', changed);
      expect((await fetch(url)).status).toBe(400);
    }
    url.searchParams.set('token', token);
    url.pathname = url.pathname.replace('signed.txt', 'other.txt');
    expect((await fetch(url)).ok).toBe(false);
  });

  test.each([
    '..%2f..%2fescape.txt',
    '%2e%2e/escape.txt',
    'a/..%2f..%2f..%2fescape.txt',
    '..%5cescape.txt',
    'a%00b.txt',
    '%c0%ae%c0%ae/escape.txt',
    'price-%E2%82%AC.txt',
  ])('HOSTED-05 the key %s is refused', async (key) => {
    for (const method of ['POST', 'GET', 'PUT']) {
      const response = await server.call(`/storage/v1/object/files/${owner.userId}/${key}`, {
        as: owner,
        method,
        ...(method === 'GET' ? {} : { body: 'x', headers: { 'content-type': 'text/plain' } }),
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  });
});
