import { readFile } from 'node:fs/promises';
import { isPlainAddress } from '../../http/plain-address.ts';
import { DATA_CSP, pageCsp, WORKER_CSP } from '../../http/security-headers.ts';
import { STRICT_RULES, type EnvironmentRules } from './environment-rules.ts';
import { keepLastValid } from './last-valid.ts';
import { listRevisions } from './list-revisions.ts';
import {
  POLICY_REPORTS,
  readPolicyReports,
  reportingHeaders,
  type Violation,
} from './policy-reports.ts';
import { readManifest, type ServedManifest } from './read-manifest.ts';
import { getContentType } from './content-types.ts';
import { createTextReader } from './text-reader.ts';
import { createReleaseIntegrity } from './release-integrity.ts';
import { releasedShell, shellFolders, type ReleasedShells } from './released-shell.ts';
import { resolveFile, type ResolvedFile } from './resolve-file.ts';
import { createFileServer } from './serve-file.ts';
import { createPageServer, hashScripts } from './serve-page.ts';
import { REMOVING_WORKER, WORKER_PATH } from './service-worker.ts';

/** Locations of the files. */
export interface StaticOptions {
  /** The built shell, if none is released. */
  shellDir: string;
  /** Released shells; without it `shellDir` is the only one. */
  shells?: ReleasedShells;
  /** Releases of remotes: `<name>/<version>/…`, immutable. */
  remotesDir: string;
  /** The manifest served as /remotes.json: a file, or an address in a bucket. */
  manifestFile: string;
  /**
   * Folder or address of the manifests of environments, `<name>/remotes.json`, and their revisions. Without it none is
   * served.
   */
  environmentsDir?: string;
  /** Rules for loading remotes into a page; strict by default. */
  rules?: EnvironmentRules;
}

/** Counts violations of the policy of pages, per environment. */
export type CountViolations = (
  environment: string,
  violations: readonly Violation[],
) => Promise<void>;

/** Without `count`, as on hosts that only serve files, pages send no reports. */
export interface StaticHooks {
  /** The public address, if it is known. */
  siteUrl?: string;
  log?: (line: string) => void;
  count?: CountViolations;
}

const WEB_MANIFEST = '/manifest.webmanifest';
/** Tells browsers which pages to prerender when a link of the landing page is about to be used. */
export const PRERENDER_RULES = '/prerender.speculationrules';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Served as pages, with a page's policy, or not at all. */
const PAGES = new Set(['/index.html', '/demo.html', '/app.html', '/sign-in.html']);
/** Pages with the screen of their URL as HTML. Shells of earlier releases have none. */
const PRERENDERED: Readonly<Record<string, string>> = { '/auth/sign-in': '/sign-in.html' };
const OF_ENVIRONMENT = /^\/environments\/([a-z0-9-]+)\/(remotes|revisions)\.json$/;
/** Vite puts a content hash of eight characters before the extension. */
const HASHED = /-[\w-]{8}\.\w+$/;

/**
 * Serves pages, their assets, the releases of remotes and the manifest.
 * @param environment contents of /environment.json, except the rules for remotes
 * @param log receives a line if the hashes of a release are not available
 * @param count receives violations of the policy of pages; without it, as on hosts that only serve files, pages send no
 *   reports
 */
export function createStaticGateway(
  options: StaticOptions,
  environment: Readonly<Record<string, unknown>>,
  { log, count, siteUrl }: StaticHooks = {},
) {
  const { shellDir, shells, remotesDir, manifestFile, environmentsDir } = options;
  const { rules = STRICT_RULES } = options;
  const { name, others, remoteOrigins, requireIntegrity, overrides } = rules;
  const serve = createFileServer();
  const read = createTextReader();
  const { demo } = environment;
  const hasDemo = Array.isArray(demo) && demo.length > 0;
  const servePage = createPageServer({
    policyHeaders: (policy) => policyHeaders(policy),
    getScripts: createReleaseIntegrity({ remotesDir, remoteOrigins, log }),
    origins: [...remoteOrigins, ...(overrides?.origins ?? [])],
    productName: String(environment['productName']),
    passkeys: environment['passkeys'] === true,
    demo: hasDemo,
    localCopies: String(environment['localCopies'] ?? 'memory'),
    siteUrl,
  });
  const environmentJson = JSON.stringify({
    ...environment,
    environment: name,
    environments: others,
    remoteOrigins,
    requireIntegrity,
    overrides,
  });
  const readServed = keepLastValid<ServedManifest>(async (file, former) => {
    const found = await readManifest(read, file, former);
    if (!found && former) throw new Error('is missing');
    return found;
  }, log);
  const readShell = keepLastValid(
    async (statement) => shells && releasedShell({ ...shells, statement }),
    log,
  );
  const findShell = () => shells && readShell(shells.statement).catch(() => undefined);
  /** Contents of the last valid manifest: open pages may still be composed of it. */
  let last: Pick<ServedManifest, 'releases' | 'everybodys'> = { releases: [], everybodys: {} };

  const policyHeaders = (policy: string) =>
    count ? reportingHeaders(policy) : { 'content-security-policy': policy };

  const noStoreJson = (json: string) =>
    new Response(json, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': DATA_CSP,
      },
    });

  const manifest = (file: string, none: () => Response) =>
    readServed(file).then(
      (found) => (found ? noStoreJson(found.json) : none()),
      () => plain(500, 'The manifest of remotes cannot be read'),
    );
  /** Response for an environment without releases: a 404 would be an error in a browser's console. */
  const nothing = () =>
    new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });

  /** Returns a file of the released shell, or of the local build. */
  async function ofShell(pathname: string): Promise<ResolvedFile | undefined> {
    const released = await findShell();
    const file = await resolveFile(released?.folder ?? shellDir, pathname);
    if (file || !shells || !HASHED.test(pathname)) return file;
    const folders = [shellDir, ...(await shellFolders(shells))];
    const found = await Promise.all(folders.map((folder) => resolveFile(folder, pathname)));
    return found.find((one) => one !== undefined);
  }

  /** Returns the worker that starts the app without a connection, or the one that removes it. */
  async function serveWorker(request: Request): Promise<Response> {
    const file = environment['offlineStart'] === true ? await ofShell(WORKER_PATH) : undefined;
    const headers = { 'cache-control': 'no-cache', 'content-security-policy': WORKER_CSP };
    if (file) return serve(request, file, headers);
    return new Response(request.method === 'HEAD' ? null : REMOVING_WORKER, {
      headers: { ...headers, 'content-type': getContentType(WORKER_PATH) },
    });
  }

  /** Returns the manifest of the installable app, with the name of the product. */
  async function serveWebManifest({ path }: ResolvedFile): Promise<Response> {
    const contents: object = JSON.parse(await readFile(path, 'utf8'));
    const { productName } = environment;
    const name = productName === undefined ? {} : { name: productName, short_name: productName };
    return new Response(JSON.stringify({ ...contents, ...name }), {
      headers: {
        'content-type': getContentType(path),
        'cache-control': 'no-cache',
        'content-security-policy': DATA_CSP,
      },
    });
  }

  /** `/` is the static landing page; every other address is the application's. */
  async function page(request: Request, pathname: string): Promise<Response> {
    const isLanding = pathname === '/';
    const variant = isLanding && hasDemo ? '/demo.html' : PRERENDERED[pathname];
    const file =
      (variant && (await ofShell(variant))) ||
      (await ofShell(isLanding ? '/index.html' : '/app.html'));
    if (!file) return plain(503, 'The interface is not built yet. Run: npm run build');
    if (isLanding)
      return serve(request, file, {
        'cache-control': 'no-cache',
        ...policyHeaders(pageCsp([], hashScripts(await readFile(file.path, 'utf8')))),
        // Shells of earlier releases have no rules.
        ...((await ofShell(PRERENDER_RULES)) && { 'speculation-rules': `"${PRERENDER_RULES}"` }),
      });
    last = await readServed(manifestFile).then(
      (found) => found ?? last,
      () => last,
    );
    return servePage(request, file, last);
  }

  /** Accepts violation reports. The response is always the same, because no browser reads it. */
  async function receiveReports(
    request: Request,
    { siteUrl, countViolations }: { siteUrl: string; countViolations: CountViolations },
  ) {
    const text = await request.text();
    const shell = await findShell();
    const violations = readPolicyReports(parseJson(text), {
      siteUrl,
      shell: shell?.version ?? 'local',
      remotes: last.releases,
    });
    if (!violations) return plain(400, 'These are no reports');
    if (violations.length > 0) await countViolations(name, violations);
    return new Response(null, { status: 204 });
  }

  return async (request: Request): Promise<Response> => {
    if (request.method === 'POST' && count && new URL(request.url).pathname === POLICY_REPORTS)
      return receiveReports(request, { siteUrl: request.url, countViolations: count });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Method not allowed', { allow: 'GET, HEAD' });
    const { pathname } = new URL(request.url);
    if (pathname === '/environment.json') return noStoreJson(environmentJson);
    if (pathname === '/remotes.json')
      return manifest(manifestFile, () => plain(404, 'Nothing is released here yet'));
    const [, known = '', which] = OF_ENVIRONMENT.exec(pathname) ?? [];
    if (environmentsDir && [name, ...others].includes(known))
      return which === 'revisions'
        ? noStoreJson(JSON.stringify(await listRevisions(`${environmentsDir}/${known}/revisions`)))
        : manifest(`${environmentsDir}/${known}/remotes.json`, nothing);
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
    if (pathname === WORKER_PATH) return serveWorker(request);
    const file = PAGES.has(pathname) ? undefined : await ofShell(pathname);
    if (file && pathname === WEB_MANIFEST) return serveWebManifest(file);
    if (file)
      return serve(request, file, {
        'cache-control': HASHED.test(pathname) ? IMMUTABLE : 'no-cache',
        'content-security-policy': DATA_CSP,
      });
    return isNavigation(request, pathname) ? page(request, pathname) : plain(404, 'Not found');
  };
}

/**
 * Returns whether a browser, a link preview or an uptime check opens an address, as opposed to a page that fetches data
 * which does not exist: browsers label those requests.
 */
function isNavigation(request: Request, pathname: string): boolean {
  if (/\.\w+$/.test(pathname) && !PAGES.has(pathname)) return false;
  // `/%72est/v1/tags` is not a page either.
  if (!isPlainAddress(pathname)) return false;
  if (pathname === '/') return true;
  const accept = request.headers.get('accept') ?? '*/*';
  if (accept.includes('text/html')) return true;
  const isFetch = (request.headers.get('sec-fetch-dest') ?? 'document') !== 'document';
  return accept.includes('*/*') && !isFetch;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
