import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** One address for several servers on this computer. */
export interface InTurns {
  url: string;
  close(): Promise<void>;
}

/** Proxies requests to these ports in turn, so that a process receives requests that depend on another one's state. */
export async function startInTurns(ports: readonly number[]): Promise<InTurns> {
  let turn = 0;
  const server = createServer((asked, answer) => {
    const { method, url: path, rawHeaders: headers } = asked;
    const port = ports[turn++ % ports.length];
    const handed = request({ host: '127.0.0.1', port, method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders).flushHeaders();
      // If one end disconnects, the other end is closed.
      answered.on('error', () => answer.destroy()).pipe(answer);
    });
    handed.on('error', () => answer.destroy());
    answer.on('close', () => handed.destroy());
    asked.pipe(handed);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
