import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpProcess } from '../../cli/set-up-process.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';
import {
  CONTRACT_STORAGE_URL,
  startStorageServer,
  type Session,
  type TestServer,
} from '../../testing/index.ts';

setUpProcess();

describe('storage', () => {
  let server: TestServer;
  let folder: string;
  let owner: Session;
  let stranger: Session;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-storage-'));
    server = await startStorageServer({ ...scratchSchema, storageDir: folder });
    const person = async (email: string) => {
      const { password } = await server.createUser(email);
      return server.signIn(email, password);
    };
    owner = await person('owner@example.test');
    stranger = await person('stranger@example.test');
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const files = (session: Session) =>
    createClient(server.url, server.publishableKey, {
      auth: { persistSession: false },
      global: { headers: { Authorization: `Bearer ${session.accessToken}` } },
    }).storage.from('files');

  /** Returns the stored files with the server's privileges. */
  const serverFiles = () =>
    createClient(server.url, server.secretKey, { auth: { persistSession: false } }).storage.from(
      'files',
    );

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

  test.skipIf(CONTRACT_STORAGE_URL).each([
    ['page.html', 'text/html', '<script>alert(1)</script>'],
    ['picture.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['page.xhtml', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['plain.txt', 'text/plain', 'plain'],
  ])('%s is downloaded, never rendered', async (name, contentType, text) => {
    const key = `${owner.userId}/${name}`;
    await files(owner).upload(key, new Blob([text]), { contentType });
    for (const path of ['object', 'object/authenticated']) {
      const response = await server.call(`/storage/v1/${path}/files/${key}`, { as: owner });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(text);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename*=UTF-8''${name}`,
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('accept-ranges')).toBeNull();
    }
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

  test.skipIf(CONTRACT_STORAGE_URL)(
    'only the server signs URLs, for at most a minute',
    async () => {
      const key = `${owner.userId}/for-the-server.txt`;
      await files(owner).upload(key, new Blob(['signed']));
      for (const session of [owner, stranger]) {
        const { error } = await files(session).createSignedUrl(key, 5);
        expect(error).toMatchObject({ statusCode: '403' });
        const several = await files(session).createSignedUrls([key], 5);
        expect(several.data?.[0]?.signedUrl).toBeFalsy();
      }
      expect((await serverFiles().createSignedUrl(key, 61)).error).toMatchObject({
        statusCode: '400',
      });
    },
  );

  test.skipIf(CONTRACT_STORAGE_URL)(
    'an ended session reads no file, also if its token is the API key',
    async () => {
      const { password } = await server.createUser('leaver@example.test');
      const leaver = await server.signIn('leaver@example.test', password);
      const key = `${leaver.userId}/read-after-leaving.txt`;
      await files(leaver).upload(key, new Blob(['kept']));
      const read = (apikey: string) =>
        server.call(`/storage/v1/object/files/${key}`, { as: leaver, headers: { apikey } });
      expect((await read(server.publishableKey)).status).toBe(200);

      await server.call('/auth/v1/logout', { as: leaver, method: 'POST' });
      for (const apikey of [server.publishableKey, leaver.accessToken, 'rubbish'])
        expect((await read(apikey)).status).toBe(401);
    },
  );

  test.skipIf(CONTRACT_STORAGE_URL)(
    'another spelling of an address does not bypass the checks',
    async () => {
      const key = `${owner.userId}/spelled.txt`;
      await files(owner).upload(key, new Blob(['spelled']), { contentType: 'text/html' });
      const { data } = await serverFiles().createSignedUrl(key, 60);
      const signed = new URL(data?.signedUrl ?? '');
      for (const [plain, other] of [
        ['/sign/', '/%73ign/'],
        ['/object/', '/%6Fbject/'],
        ['/storage/', '/%73torage/'],
      ] as const) {
        const address = signed.href.replace(plain, other);
        for (const url of [address, address.replace(/token=.*/, 'token=e30.e30.')]) {
          const response = await fetch(url);
          expect(response.status).toBeGreaterThanOrEqual(400);
          expect(response.status).toBeLessThan(500);
        }
      }
    },
  );

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

  test.skipIf(CONTRACT_STORAGE_URL)(
    'a file that is replaced during a read is read completely, old or new',
    async () => {
      const key = `${owner.userId}/replaced.txt`;
      const bodies = ['a'.repeat(10), 'b'.repeat(100_000)];
      await files(owner).upload(key, new Blob(bodies.slice(0, 1)));
      const replacing = Array.from({ length: 20 }, (_, index) =>
        files(owner).update(key, new Blob([bodies[index % 2] ?? ''])),
      );
      const reading = Array.from({ length: 60 }, async () =>
        (await files(owner).download(key)).data?.text(),
      );
      for (const text of await Promise.all(reading)) expect(bodies).toContain(text);
      await Promise.all(replacing);
    },
  );

  test.skipIf(CONTRACT_STORAGE_URL)('names on disk are made by the server', async () => {
    await files(owner).upload(`${owner.userId}/spaces and $igns.txt`, new Blob(['x']));
    const names = await readdir(folder, { recursive: true });
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{2}([/\\][0-9a-f]{64})?$/);
  });

  test.skipIf(CONTRACT_STORAGE_URL)('a removed file is deleted from the disk', async () => {
    const before = await readdir(folder, { recursive: true });
    const key = `${owner.userId}/removed.txt`;
    await files(owner).upload(key, new Blob(['x']));
    expect((await files(stranger).remove([key])).data).toEqual([]);
    expect((await files(owner).remove([key])).data).toHaveLength(1);
    const left = (await readdir(folder, { recursive: true })).filter((name) => name.length > 2);
    expect(left).toEqual(before.filter((name) => name.length > 2));
    expect((await files(owner).download(key)).error).not.toBeNull();
  });
});
