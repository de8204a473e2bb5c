import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { matchRemote } from '@homie/contracts';
import { pageCsp } from '../../http/security-headers.ts';
import { acceptedEncoding, encode } from './encoding.ts';
import type { NamedRelease, ServedManifest } from './read-manifest.ts';
import { findScreen, readScreens } from './read-screens.ts';
import type { ReleaseScripts } from './release-integrity.ts';
import type { ResolvedFile } from './resolve-file.ts';

interface Options {
  getScripts: (release: NamedRelease) => Promise<ReleaseScripts>;
  /** Foreign origins that a page may load remotes from. */
  origins: readonly string[];
  /** Replaces `{{productName}}` in pages. */
  productName: string;
  /** Replaces `{{passkeys}}` in pages. */
  passkeys: boolean;
  /** Replaces `{{demo}}` in pages: there are demo accounts. */
  demo: boolean;
  /** Where browsers store conversations: the attribute `data-copies` of the scripts that read them early. */
  localCopies: string;
  /** The public address, if it is known: other programs than browsers resolve no relative address of the preview. */
  siteUrl?: string | undefined;
  /** Returns the headers of a page with this policy. */
  policyHeaders: (policy: string) => Record<string, string>;
}

/**
 * Each response is compressed separately: this quality costs a third of a millisecond and 1 % more bytes than the one
 * for files.
 */
const BROTLI_QUALITY = 6;
/** The import map precedes the first module, because Firefox accepts none after that. */
const FIRST_MODULE = '<script type="module"';
const FIRST_SCRIPT = '<script';
/** The image that other programs show for a link, up to the first sign of its address. */
const PREVIEW = '<meta property="og:image" content="/';
const END_OF_HEAD = '</head>';
const ROOT = '<div id="root">';

/** Any script differs from this hash: a browser that runs the file does not enforce the hashes of import maps. */
const INTEGRITY_PROBE = { '/integrity-probe.js': `sha256-${'A'.repeat(43)}=` };

/**
 * Serves the page of the app, with an import map that has the hash of each script of each release in the manifest.
 * Browsers enforce the hashes. The page preloads the scripts that the screen of its address needs at once, of the shell
 * and of a remote, and contains the screen itself if the remote has prerendered it.
 */
export function createPageServer({
  getScripts,
  origins,
  productName,
  passkeys,
  demo,
  localCopies,
  siteUrl,
  policyHeaders,
}: Options) {
  const origin = siteUrl === undefined ? '' : new URL(siteUrl).origin;
  const escapedName = escapeHtml(productName);
  return async (
    request: Request,
    file: ResolvedFile,
    { releases, everybodys }: Pick<ServedManifest, 'releases' | 'everybodys'>,
  ): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const address = pathname + search;
    const [html, screens, scripts] = await Promise.all([
      readFile(file.path, 'utf8'),
      readScreens(join(dirname(file.path), 'screens.json')),
      Promise.all(releases.map(getScripts)),
    ]);
    const integrity: Record<string, string> = {
      ...INTEGRITY_PROBE,
      ...Object.fromEntries(scripts.flatMap(({ hashes }) => [...hashes])),
    };
    const remote = everybodys[matchRemote(pathname) ?? ''];
    const ofRemote = remote && (await getScripts(remote));
    const needed = [
      ...(findScreen(screens, address) ?? []),
      ...(ofRemote ? [...ofRemote.preload, ...(findScreen(ofRemote.screens, address) ?? [])] : []),
    ];
    const prerendered = ofRemote && findScreen(ofRemote.prerendered, address);
    const preload = [...new Set(needed)].filter((script) => !html.includes(`"${script}"`));
    // No address can close the element.
    const map = JSON.stringify({ integrity }).replaceAll('<', '\\u003c');
    const element = `<script type="importmap">${map}</script>`;
    // Browsers request preloads before they have read the map: without the hash they would request them twice.
    // Addresses from `URL` contain no quotes and no angle brackets.
    const links = preload.map((script) => {
      const hash = integrity[script];
      return `<link rel="modulepreload" crossorigin href="${script}"${hash ? ` integrity="${hash}"` : ''}>`;
    });
    const bytes = Buffer.from(
      html
        .replace(FIRST_SCRIPT, () =>
          prerendered
            ? `<script data-copies="${localCopies}">${prerendered.headScript}</script>\n    ${FIRST_SCRIPT}`
            : FIRST_SCRIPT,
        )
        .replace(FIRST_MODULE, () => `${element}\n    ${FIRST_MODULE}`)
        .replace(END_OF_HEAD, () => links.join('') + END_OF_HEAD)
        .replace(ROOT, () =>
          prerendered
            ? `${prerendered.html}<script>${prerendered.script}</script>\n    ${ROOT}`
            : ROOT,
        )
        .replace(PREVIEW, (tag) => tag.slice(0, -1) + origin + tag.slice(-1))
        .replaceAll('{{productName}}', () => escapedName)
        .replaceAll('{{passkeys}}', String(passkeys))
        .replaceAll('{{demo}}', String(demo)),
    );
    const encoding = acceptedEncoding(request);
    const body = await encode(bytes, encoding, BROTLI_QUALITY);
    const { headScript, script } = prerendered ?? {};
    const inline = [map, headScript, script].filter((text) => text !== undefined);
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: {
        'cache-control': 'no-cache',
        ...policyHeaders(pageCsp(origins, [...hashScripts(html), ...inline.map(hashSource)])),
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(body.length),
        vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    });
  };
}

/** Returns the hashes of the inline scripts of a built page, as policies name them. */
export function hashScripts(html: string): string[] {
  return Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) =>
    hashSource(script),
  );
}

/** Returns the hash of an inline script, as policies name it. */
function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
