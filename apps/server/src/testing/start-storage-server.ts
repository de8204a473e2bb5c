import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt, SignJWT } from 'jose';
import {
  createCall,
  startTestServer,
  type Session,
  type TestServer,
  type TestServerOptions,
} from './start-test-server.ts';

/** Address of another storage service that contract tests call: docs/guides/supabase.md. */
export const CONTRACT_STORAGE_URL = process.env['CONTRACT_STORAGE_URL'];

/** Starts a server whose storage is called: ours, or the service at CONTRACT_STORAGE_URL with our sessions. */
export async function startStorageServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  if (CONTRACT_STORAGE_URL === undefined) return server;
  const secret = new TextEncoder().encode(process.env['CONTRACT_JWT_SECRET']);
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(secret);
  const keys = {
    publishableKey: await sign({ role: 'anon' }),
    secretKey: await sign({ role: 'service_role' }),
  };
  const proxy = await startProxy(CONTRACT_STORAGE_URL);
  return {
    ...server,
    ...keys,
    url: proxy.url,
    call: createCall(proxy.url, keys),
    async signIn(email, password) {
      const session = await server.signIn(email, password);
      return { ...session, accessToken: await sign(decodeJwt(session.accessToken)) };
    },
    async stop() {
      proxy.close();
      await server.stop();
    },
  };
}

type Bucket = ReturnType<SupabaseClient['storage']['from']>;

/** A storage server with two users, and the clients that tests use. */
export interface OpenStorage {
  server: TestServer;
  owner: Session;
  stranger: Session;
  /** Returns the stored files with the privileges of a user. */
  files(session: Session): Bucket;
  /** Returns the stored files with the server's privileges. */
  serverFiles(): Bucket;
}

/** Starts a storage server with two users. */
export async function openStorage(options: TestServerOptions = {}): Promise<OpenStorage> {
  const server = await startStorageServer(options);
  const person = async (email: string) => {
    const { password } = await server.createUser(email);
    return server.signIn(email, password);
  };
  return {
    server,
    owner: await person('owner@example.test'),
    stranger: await person('stranger@example.test'),
    files: ({ accessToken }: Session) =>
      createClient(server.url, server.publishableKey, {
        auth: { persistSession: false },
        global: { headers: { Authorization: `Bearer ${accessToken}` } },
      }).storage.from('files'),
    serverFiles: () =>
      createClient(server.url, server.secretKey, { auth: { persistSession: false } }).storage.from(
        'files',
      ),
  };
}

/** Serves a storage service under the path of a project. */
async function startProxy(target: string): Promise<{ url: string; close(): void }> {
  const server = createServer((received, response) => {
    const { method, headers, url = '' } = received;
    const forwarded = request(
      target + url.replace('/storage/v1', ''),
      { method, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
        // It may refuse an upload without reading it. The connection is not used again.
        answer.on('end', () => received.unpipe(forwarded).resume());
      },
    );
    // supabase-js sends the secret key alone.
    forwarded.setHeader('authorization', headers.authorization ?? `Bearer ${headers['apikey']}`);
    forwarded.on('error', () => response.destroy());
    received.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
