import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { streamSSE } from 'hono/streaming';
import { injectBuild } from './inject.mjs';

const RELOAD = '/__dev/reload.js';
const EVENTS = '/__dev/builds';
/** Reloads the page when a build other than its own is available. */
const RELOAD_SCRIPT = `let seen;
new EventSource('${EVENTS}').addEventListener('build', ({ data }) => {
  if (seen !== undefined && seen !== data) location.reload();
  seen = data;
});
`;
/** @type {Record<string, string>} */
const TYPES = { js: 'text/javascript', css: 'text/css', json: 'application/json' };

/**
 * Creates a gateway to an environment that replaces one remote with a build of this machine. Everything else is the
 * environment's: its shell, its other remotes, its accounts and data.
 * @param {object} options
 * @param {string} options.name of the remote
 * @param {string} options.target address of the environment
 * @param {import('./local-build.mjs').LocalBuilds} options.builds
 */
export function createGateway({ name, target, builds }) {
  const app = new Hono();

  /**
   * Forwards a request to the environment as if its own page had sent it.
   * @param {import('hono').Context} context
   * @param {{ without?: string[] }} [change] `without` these headers
   */
  async function forward(context, change = {}) {
    const url = new URL(context.req.url);
    const headers = new Headers(context.req.raw.headers);
    headers.delete('host');
    if (headers.get('origin') === url.origin) headers.set('origin', target);
    for (const header of change.without ?? []) headers.delete(header);
    /** @type {RequestInit & { duplex: 'half', headers: Headers }} */
    const request = {
      method: context.req.method,
      body: context.req.raw.body,
      duplex: 'half',
      redirect: 'manual',
      headers,
    };
    const answer = await proxy(new URL(url.pathname + url.search, target), request);
    const to = answer.headers.get('location');
    if (to?.startsWith(target)) answer.headers.set('location', to.slice(target.length) || '/');
    return answer;
  }

  app.get('/remotes.json', async (context) => {
    const answer = await forward(context, { without: ['if-none-match'] });
    if (!answer.ok) return answer;
    const manifest = await answer.json();
    const { release } = await builds.current();
    return context.json({ ...manifest, remotes: { ...manifest.remotes, [name]: release } }, 200, {
      'cache-control': 'no-store',
    });
  });

  app.get(`/remotes/${name}/:version/:file{.+}`, async (context) => {
    const { version, file } = context.req.param();
    const bytes = builds.file(version, file);
    if (!bytes) return forward(context);
    return context.body(bytes, 200, {
      'content-type': TYPES[file.split('.').pop() ?? ''] ?? 'application/octet-stream',
      'cache-control': 'no-store',
    });
  });

  app.get(RELOAD, (context) =>
    context.body(RELOAD_SCRIPT, 200, { 'content-type': 'text/javascript' }),
  );
  app.get(EVENTS, (context) =>
    streamSSE(context, async (stream) => {
      /** @param {import('./local-build.mjs').LocalBuild} build */
      const tell = ({ release }) => stream.writeSSE({ event: 'build', data: release.version });
      /** @type {Promise<void>} */
      const ended = new Promise((resolve) => stream.onAbort(resolve));
      const stop = builds.subscribe(tell);
      await tell(await builds.current());
      await ended;
      stop();
    }),
  );

  app.all('*', async (context) => {
    const isPage = context.req.header('accept')?.includes('text/html') ?? false;
    // Pages are modified here: a browser's cached copy never matches the environment's.
    const answer = await forward(context, isPage ? { without: ['if-none-match'] } : {});
    if (!isPage || !answer.headers.get('content-type')?.startsWith('text/html')) return answer;
    // Read immediately: a response that waits for the first build may lose its body to the garbage collector.
    const page = {
      html: await answer.text(),
      policy: answer.headers.get('content-security-policy') ?? '',
    };
    const { integrity } = await builds.current();
    const { html, policy } = injectBuild(page, { name, integrity, reload: RELOAD });
    const headers = new Headers(answer.headers);
    if (policy) headers.set('content-security-policy', policy);
    for (const header of ['content-length', 'etag']) headers.delete(header);
    headers.set('cache-control', 'no-store');
    return new Response(html, { status: answer.status, headers });
  });

  app.onError((error, context) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    return context.text(`${target} does not answer: ${message}\n`, 502);
  });
  return app;
}

/**
 * Starts a server.
 * @param {Hono} app
 * @param {number} port
 * @returns {Promise<{ close(): void }>} resolves once it listens
 */
export function listen(app, port) {
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: app.fetch, port, hostname: '127.0.0.1', overrideGlobalObjects: false },
      () => resolve(server),
    );
    server.once('error', reject);
  });
}
