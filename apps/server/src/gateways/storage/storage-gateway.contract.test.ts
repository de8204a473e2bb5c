import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpProcess } from '../../cli/set-up-process.ts';
import { scratchSchema } from '../../testing/scratch-schema.ts';
import {
  openStorage,
  type OpenStorage,
  type Session,
  type TestServer,
} from '../../testing/index.ts';

// What our storage does in addition to the protocol: that is in storage.contract.test.ts.

setUpProcess();

describe('storage', () => {
  let storage: OpenStorage;
  let folder: string;
  let server: TestServer;
  let owner: Session;
  let stranger: Session;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'homie-storage-'));
    storage = await openStorage({ ...scratchSchema, storageDir: folder });
    ({ server, owner, stranger } = storage);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const files = (session: Session) => storage.files(session);
  const serverFiles = () => storage.serverFiles();

  test.each([
    ['page.html', 'text/html', '<script>alert(1)</script>'],
    ['picture.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['page.xhtml', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['plain.txt', 'text/plain', 'plain'],
  ])('HOSTED-05 %s is downloaded, never rendered, and whole', async (name, contentType, text) => {
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

  test('only the server signs URLs, for at most a minute', async () => {
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
  });

  test('an ended session reads no file, also if its token is the API key', async () => {
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
  });

  test('another spelling of an address does not bypass the checks', async () => {
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
  });

  test('a file that is replaced during a read is read completely, old or new', async () => {
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
  });

  test('names on disk are made by the server', async () => {
    await files(owner).upload(`${owner.userId}/spaces and $igns.txt`, new Blob(['x']));
    const names = await readdir(folder, { recursive: true });
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{2}([/\\][0-9a-f]{64})?$/);
  });

  test('a removed file is deleted from the disk', async () => {
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
