import { createAdaptorServer } from '@hono/node-server';
import type { Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { readTlsFiles, renewTls, type TlsFiles } from './tls-files.ts';
import { isSystemError } from './system-error.ts';
import type { PeerEnvironment } from './peer.ts';
import { DATA_CSP, SECURITY_HEADERS } from './security-headers.ts';

type Answer = (request: Request, peer: PeerEnvironment) => Promise<Response>;

/** The port is in use, or not permitted. */
class PortError extends Error {}

/** A listening server. */
export interface Listener {
  port: number;
  /** Sets the request handler. Before that, every request is answered with 503 and a retry after one second. */
  attach(answer: Answer): void;
  /**
   * Accepts no new requests, waits for the running ones, and closes streams `milliseconds` after the work that they
   * wait for.
   */
  close(milliseconds: number, work?: Promise<unknown>): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 5 * 60_000;
const HEADERS_TIMEOUT_MS = 20_000;
/**
 * Longer than the 60 s for which nginx and load balancers reuse an idle connection. If we closed it first, a proxy
 * could send the next request at that moment, and one that is not safe to retry would be lost to a 502.
 */
const KEEP_ALIVE_MS = 75_000;
const CLOSE_IDLE_EVERY_MS = 50;

const starting: Answer = async () =>
  new Response('Starting\n', {
    status: 503,
    headers: {
      ...SECURITY_HEADERS,
      'content-security-policy': DATA_CSP,
      'retry-after': '1',
      'cache-control': 'no-store',
    },
  });

/**
 * Listens on a port at once, so that a port in use is detected before anything else starts.
 * @param port 0 for any unused one
 * @param tls serves HTTPS with these files, and reloads them when they are replaced
 * @throws {PortError}
 */
export async function listen({
  host,
  port,
  tls,
}: {
  host: string;
  port: number;
  tls?: TlsFiles;
}): Promise<Listener> {
  let answer = starting;
  const server = createAdaptorServer({
    // HTTP/1.0 requires no Host, and HAProxy's usual check sends none. No local name, which the mailbox trusts.
    hostname: 'host.invalid',
    fetch: (request, { incoming }) =>
      answer(
        request,
        // HTTP/2 requests have a separate type; this server uses only HTTP/1.1.
        'socket' in incoming ? { incoming: incoming as PeerEnvironment['incoming'] } : {},
      ),
    overrideGlobalObjects: false,
    ...(tls && { createServer: createHttpsServer, serverOptions: readTlsFiles(tls) }),
    // Node's plain HTTP server, because no other one is requested.
  }) as HttpServer;
  const renewing = tls && renewTls(server, tls);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no network address');
  return {
    port: address.port,
    attach: (next) => {
      answer = next;
    },
    close: (milliseconds, work = Promise.resolve()) =>
      new Promise((resolve) => {
        let force: NodeJS.Timeout | undefined;
        void work.finally(() => {
          force = setTimeout(() => server.closeAllConnections(), milliseconds);
        });
        // Repeatedly: after a response, the browser keeps the connection open for the next request.
        const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
        server.close(() => {
          void work.finally(() => clearTimeout(force));
          clearInterval(idle);
          clearInterval(renewing);
          resolve();
        });
      }),
  };
}

function portError(error: Error, host: string, port: number): Error {
  if (isSystemError(error, 'EADDRINUSE'))
    return new PortError(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
  if (isSystemError(error, 'EACCES'))
    return new PortError(`Port ${port} needs more rights: choose another one with PORT`);
  if (isSystemError(error, 'EADDRNOTAVAIL') || isSystemError(error, 'ENOTFOUND'))
    return new PortError(`${host} is no address of this computer: check HOST`);
  return error;
}
