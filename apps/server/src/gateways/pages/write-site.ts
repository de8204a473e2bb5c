import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameDurably } from '../../data/files/safe-files.ts';
import {
  formatSecurityTxt,
  SECURITY_TXT_PATH,
  type SecurityContact,
} from '../../http/security-txt.ts';
import { DATA_CSP, SECURITY_HEADERS } from '../../http/security-headers.ts';
import { getContentType } from './content-types.ts';
import { startsOffline, type LocalCopies } from './local-copies.ts';
import { releasedShell } from './released-shell.ts';
import { createStaticGateway, PRERENDER_RULES, type StaticOptions } from './static-gateway.ts';

/** A site for a host that only serves files, with the services elsewhere. */
export interface SiteOptions {
  /** Locations of the environment's remotes, and the rules for loading them. */
  environment: Omit<StaticOptions, 'shellDir'>;
  /** The built shell, for an environment whose shells are not in a folder. */
  shellDir: string;
  /** The address of the Supabase project. */
  supabaseUrl: string;
  publishableKey: string;
  productName: string;
  /** Identity providers for the sign-in page; none by default. */
  providers?: readonly { id: string; name: string; domains: string[]; only: boolean }[];
  /** See `ServerOptions`. */
  magicLink?: boolean | undefined;
  localCopies: LocalCopies;
  /** See `ServerOptions`. */
  offlineStart?: boolean | undefined;
  /** Contents of /.well-known/security.txt. It expires 180 days after it is written. */
  security?: SecurityContact;
  /** Destination folder. It is not emptied between runs: open pages still use older files. */
  to: string;
}

/** URLs with a page of their own, which preloads the scripts of its screen, and the file of the page. */
const PAGES = { '/auth/sign-in': 'sign-in.html', '/app': 'chat.html' };
/** Represents every other URL of the app. */
const OTHER_PAGE = '/about';

/**
 * Writes shell, remotes, pages and headers of an environment into a folder, as a server of ours would serve them, for
 * hosts that read `_headers` and `_redirects`.
 * @returns the version of the shell
 */
export async function writeSite(options: SiteOptions): Promise<string> {
  const { environment, supabaseUrl, publishableKey, productName, localCopies, to } = options;
  const { shells, rules } = environment;
  const released = shells && (await releasedShell(shells));
  if (shells && !released) throw new Error(`No shell is released into ${rules?.name ?? 'local'}`);
  const shellDir = released?.folder ?? options.shellDir;
  const answer = createStaticGateway(
    { ...environment, shellDir },
    {
      productName,
      demoMode: false,
      supabaseUrl,
      publishableKey,
      features: { webResearch: false },
      providers: options.providers ?? [],
      magicLink: options.magicLink ?? false,
      localCopies,
      offlineStart: startsOffline(options),
    },
  );
  const get = async (path: string) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'identity' };
    const response = await answer(new Request(new URL(path, 'http://site'), { headers }));
    if (!response.ok) throw new Error(`${path}: ${(await response.text()).trim()}`);
    return response;
  };

  await mkdir(to, { recursive: true });
  await cp(shellDir, to, { recursive: true });
  // A store in a bucket has no local files: its releases are loaded from there.
  if (shells) await cp(environment.remotesDir, join(to, 'remotes'), { recursive: true });
  const landing = await get('/');
  const signIn = await get('/auth/sign-in');
  const page = await get(OTHER_PAGE);
  const securityTxt = formatSecurityTxt(options.security ?? {});
  const securityFile = SECURITY_TXT_PATH.slice(1);
  await mkdir(dirname(join(to, securityFile)), { recursive: true });
  // The folder is not emptied: an earlier file may name a contact that is no longer set.
  if (!securityTxt) await rm(join(to, securityFile), { force: true });
  // The page is written last: the files that it names must exist by then.
  const pages: [string, string][] = [
    ...(securityTxt ? [[securityFile, securityTxt] satisfies [string, string]] : []),
    ['environment.json', await (await get('/environment.json')).text()],
    ['service-worker.js', await (await get('/service-worker.js')).text()],
    ['manifest.webmanifest', await (await get('/manifest.webmanifest')).text()],
    ['_redirects', REDIRECTS],
    [
      '_headers',
      // Some hosts enforce the policy of all pages on the landing page too.
      headersFile(buildPolicy([page, signIn, landing], supabaseUrl), {
        'content-security-policy': buildPolicy([landing], supabaseUrl),
        ...prerenderHeader(landing),
      }),
    ],
    ['remotes.json', await (await get('/remotes.json')).text()],
    ...(await Promise.all(
      Object.entries(PAGES).map(
        async ([url, file]) => [file, await (await get(url)).text()] satisfies [string, string],
      ),
    )),
    ['app.html', await page.text()],
  ];
  for (const [file, text] of pages) {
    await writeFile(join(to, `${file}.next`), text, { flush: true });
    await renameDurably(join(to, `${file}.next`), join(to, file));
  }
  return released?.version ?? 'of this workspace';
}

const REDIRECTS = [
  ...['/remotes', '/assets', '/.well-known'].map((folder) => `${folder}/* ${folder}/:splat 200`),
  ...Object.entries(PAGES).map(([url, file]) => `${url} /${file} 200`),
  '/* /app.html 200\n',
].join('\n');

/** Returns the policy of a page, with the origin of its services, and with the inline scripts of other pages. */
function buildPolicy(pages: readonly Response[], supabaseUrl: string): string {
  const [policy = '', ...others] = pages.map(
    ({ headers }) => headers.get('content-security-policy') ?? '',
  );
  const hashes = others.flatMap((other) => other.match(/'sha256-[^']+'/g) ?? []);
  const missing = new Set(hashes.filter((hash) => !policy.includes(hash)));
  return policy
    .replace('script-src ', `script-src ${[...missing, ''].join(' ')}`)
    .replace('connect-src ', `connect-src ${new URL(supabaseUrl).origin} `);
}

/** Returns the header of the landing page that names the rules for prerendering, if its shell has any. */
function prerenderHeader({ headers }: Response): Record<string, string> {
  const rules = headers.get('speculation-rules');
  return rules === null ? {} : { 'speculation-rules': rules };
}

/**
 * @param page policy of the pages of the app
 * @param landing headers of the landing page
 */
function headersFile(page: string, landing: Record<string, string>): string {
  const lines = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const data = { 'content-security-policy': DATA_CSP };
  const rules: [string, Record<string, string>][] = [
    ['/*', { ...SECURITY_HEADERS, 'content-security-policy': page, 'cache-control': 'no-cache' }],
    ['/', landing],
    [PRERENDER_RULES, { ...data, 'content-type': getContentType(PRERENDER_RULES) }],
    ['/environment.json', { ...data, 'cache-control': 'no-store' }],
    ['/remotes.json', { ...data, 'cache-control': 'no-store' }],
    [
      '/remotes/*',
      {
        ...data,
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
    ],
  ];
  return `${rules.flatMap(([path, headers]) => [path, ...lines(headers)]).join('\n')}\n`;
}
