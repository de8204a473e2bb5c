import { DATA_CSP, pageCsp } from '../http/security-headers.ts';
import { readManifest } from './read-manifest.ts';
import { resolveFile } from './resolve-file.ts';
import { createFileServer } from './serve-file.ts';

/** Where the files are. */
export interface StaticOptions {
  /** The built shell. */
  shellDir: string;
  /** Releases of remotes: `<name>/<version>/…`, never changed once there. */
  remotesDir: string;
  /** The manifest served as /remotes.json. */
  manifestFile: string;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Served as pages, with a page's policy, or not at all. */
const PAGES = new Set(['/index.html', '/app.html']);
/** Vite puts a content hash of eight characters before the extension. */
const HASHED = /-[\w-]{8}\.\w+$/;

/**
 * Pages, their assets, the releases of remotes and the manifest that names them.
 * @param environment the JSON of /environment.json
 */
export function createStaticGateway(
  { shellDir, remotesDir, manifestFile }: StaticOptions,
  environment: string,
) {
  const serve = createFileServer();

  const noStoreJson = (json: string) =>
    new Response(json, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': DATA_CSP,
      },
    });

  /** `/` is the static landing page; every other address is the application's. */
  async function page(request: Request, pathname: string): Promise<Response> {
    const file = await resolveFile(shellDir, pathname === '/' ? '/index.html' : '/app.html');
    if (!file) return plain(503, 'The interface is not built yet. Run: npm run build');
    const remoteOrigins = await readManifest(manifestFile).then(
      ({ origins }) => origins,
      () => [],
    );
    return serve(request, file, {
      'cache-control': 'no-cache',
      'content-security-policy': pageCsp(remoteOrigins),
    });
  }

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Method not allowed', { allow: 'GET, HEAD' });
    const { pathname } = new URL(request.url);
    if (pathname === '/environment.json') return noStoreJson(environment);
    if (pathname === '/remotes.json')
      return readManifest(manifestFile).then(
        ({ json }) => noStoreJson(json),
        () => plain(500, 'The manifest of remotes cannot be read'),
      );
    if (pathname.startsWith('/remotes/')) {
      const file = await resolveFile(remotesDir, pathname.slice('/remotes'.length));
      if (!file) return plain(404, 'Not found');
      return serve(request, file, {
        'cache-control': IMMUTABLE,
        'content-security-policy': DATA_CSP,
        // A shell on another origin may run our remotes; there is nothing private in them.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    }
    const file = PAGES.has(pathname) ? undefined : await resolveFile(shellDir, pathname);
    if (file)
      return serve(request, file, {
        'cache-control': HASHED.test(pathname) ? IMMUTABLE : 'no-cache',
        'content-security-policy': DATA_CSP,
      });
    return isNavigation(request, pathname) ? page(request, pathname) : plain(404, 'Not found');
  };
}

/** A browser opening an address, as opposed to a page fetching a file that is not there. */
function isNavigation(request: Request, pathname: string): boolean {
  if (/\.\w+$/.test(pathname) && !PAGES.has(pathname)) return false;
  return pathname === '/' || (request.headers.get('accept') ?? '').includes('text/html');
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': DATA_CSP,
      ...headers,
    },
  });
}
