import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverStorage } from './file-storage.ts';

type Respond = (response: ServerResponse) => void;

/** Responds like Supabase Storage, where most errors have the HTTP status 400. */
const problem =
  (status: number, statusCode: string, code: string): Respond =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ statusCode, error: code, code, message: code }));

const cut: Respond = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '40' });
  response.write('[', () => response.destroy());
};

let respond: Respond;
const server = createServer((request, response) => {
  request.resume().on('end', () => respond(response));
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

const storage = () => {
  const { port } = server.address() as AddressInfo;
  return serverStorage({ supabaseUrl: `http://127.0.0.1:${port}`, serviceRoleKey: 'key', fetch });
};
const READS = {
  read: () => storage().read('documents/a', 40),
  readText: () => storage().readText('audit-checkpoints/a', 100),
  link: () => storage().link('documents/a', 'a.pdf', 5),
};
const LIST = { lastNames: () => storage().lastNames('audit-checkpoints', 1) };

describe.each(Object.entries({ ...READS, ...LIST }))('%s', (_, call) => {
  test.each<[string, Respond]>([
    ['too many connections', problem(429, '429', 'SlowDown')],
    ['a time-out of the database', problem(544, '544', 'DatabaseTimeout')],
    ['a schema that is being changed', problem(400, '503', 'DatabaseSchemaMismatch')],
    ['an internal error', problem(500, '500', 'InternalError')],
    ['a key that is no longer valid', problem(400, '403', 'InvalidJWT')],
    ['a gateway that does not reach the storage', (response) => response.writeHead(502).end('Bad')],
    ['a page of a proxy', (response) => response.writeHead(400).end('<html>')],
    ['a connection that is cut', cut],
    ['no response', (response) => response.destroy()],
  ])('HOSTED-01 reports a temporary failure after %s', async (_name, answer) => {
    respond = answer;
    await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test.each(Object.entries(READS))(
  'HOSTED-01 %s returns nothing for a missing file',
  async (_, call) => {
    for (const answer of [problem(400, '404', 'NoSuchKey'), problem(404, '404', 'not_found')]) {
      respond = answer;
      expect(await call()).toBeUndefined();
    }
  },
);

test('HOSTED-01 a database that is read-only, as on a full disk, is reported as full', async () => {
  respond = problem(400, '503', 'DatabaseReadOnly');
  const put = storage().put('documents/a', new Uint8Array(1), 'text/plain');
  await expect(put).rejects.toMatchObject({ code: 'storage_full' });
  respond = problem(400, '409', 'KeyAlreadyExists');
  const move = storage().move('documents', 'a', 'b');
  await expect(move).rejects.toMatchObject({ code: 'unavailable' });
});
