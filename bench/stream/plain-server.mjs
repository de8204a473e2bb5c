import { once } from 'node:events';
import { createServer } from 'node:http';
import { steadyWords } from './steady-words.mjs';
import { getPort } from '../../tools/steps/free-port.mjs';

/** Starts a server that writes the same events and does nothing else. */
export async function startPlainServer(milliseconds) {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end('{}');
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let seq = 0;
    for await (const text of steadyWords(milliseconds)) {
      seq += 1;
      response.write(`id: ${seq}\nevent: delta\ndata: ${JSON.stringify({ text })}\n\n`);
    }
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${getPort(server)}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
