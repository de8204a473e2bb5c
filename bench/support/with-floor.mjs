import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { floorPage } from './floor-page.mjs';

/**
 * Serves the floor page at `/floor` and everything else from a server, on one origin, because a browser driver cannot
 * serve a page itself.
 * @param {string} url of the server
 */
export async function withFloor(url) {
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url === '/floor') {
      outgoing.setHeader('content-type', 'text/html').end(floorPage);
      return;
    }
    const { method, headers } = incoming;
    const passed = request(new URL(incoming.url ?? '/', url), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
