import { existsSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { devPorts } from './ports.mjs';

const backend = `http://127.0.0.1:${devPorts.backend}`;
const behindTheGateway = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/functions/v1',
  '/environment.json',
  '/_mailbox',
  '/healthz',
];

function contributions(app: string): unknown {
  const file = new URL(`../apps/${app}/src/remote/contributions.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The manifest of a development page: every remote from its own dev server. */
function manifest() {
  const { shell: _shell, backend: _backend, ...remotes } = devPorts;
  const entries = Object.entries(remotes).map(([app, port]) => [
    app,
    {
      version: '0.0.0-dev',
      entry: `http://localhost:${port}/remoteEntry.js`,
      contributions: contributions(app),
    },
  ]);
  return { schemaVersion: 1, revision: 0, remotes: Object.fromEntries(entries) };
}

/**
 * Makes the shell's dev server act like the real gateway: one origin for the backend, the manifest, the landing page at
 * `/` and the application at every other address.
 */
export function devGateway(): Plugin {
  return {
    name: 'dev-gateway',
    apply: 'serve',
    config: () => ({
      server: {
        port: devPorts.shell,
        strictPort: true,
        proxy: Object.fromEntries(behindTheGateway.map((path) => [path, backend])),
      },
    }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (pathname === '/remotes.json') {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(manifest()));
          return;
        }
        const navigation = request.headers.accept?.includes('text/html') ?? false;
        const proxied = behindTheGateway.some((path) => pathname.startsWith(path));
        if (navigation && pathname !== '/' && !proxied) request.url = '/app.html';
        next();
      });
    },
  };
}
