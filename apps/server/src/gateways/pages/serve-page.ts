import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { remoteOf } from '@homie/contracts';
import { pageCsp } from '../../http/security-headers.ts';
import { acceptedEncoding, encode } from './encoding.ts';
import type { NamedRelease, ServedManifest } from './read-manifest.ts';
import type { ReleaseScripts } from './release-integrity.ts';
import type { ResolvedFile } from './resolve-file.ts';

interface Options {
  scriptsOf: (release: NamedRelease) => Promise<ReleaseScripts>;
  /** Foreign origins that a page may load remotes from. */
  origins: readonly string[];
  /** The headers of a page with this policy. */
  policyHeaders: (policy: string) => Record<string, string>;
}

/** Each answer is compressed anew: this one costs a third of a millisecond and 1 % more bytes than the one for files. */
const BROTLI_QUALITY = 6;
/** The map stands before the first module: a browser may take none after that. */
const FIRST_MODULE = '<script type="module"';
const END_OF_HEAD = '</head>';

/**
 * Serves the application's page. Into each goes the import map with the hashes of every script of
 * every release that the manifest names, which browsers enforce, and a nonce that lets the shell add
 * a further map for a release that is named later. What the remote of the address needs at once is
 * asked for with the shell's own scripts, instead of after them.
 */
export function createPageServer({ scriptsOf, origins, policyHeaders }: Options) {
  return async (
    request: Request,
    file: ResolvedFile,
    { releases, everybodys }: Pick<ServedManifest, 'releases' | 'everybodys'>,
  ): Promise<Response> => {
    const [html, scripts] = await Promise.all([
      readFile(file.path, 'utf8'),
      Promise.all(releases.map(scriptsOf)),
    ]);
    const integrity = Object.fromEntries(scripts.flatMap(({ hashes }) => [...hashes]));
    const drawn = everybodys[remoteOf(new URL(request.url).pathname) ?? ''];
    const preload = drawn ? (await scriptsOf(drawn)).preload : [];
    // Nothing in an address can end the element.
    const map = JSON.stringify({ integrity }).replaceAll('<', '\\u003c');
    const nonce = randomBytes(16).toString('base64url');
    const element = `<script type="importmap" nonce="${nonce}">${map}</script>`;
    // Browsers ask for them before they have read the map: without the hash they would ask once more.
    // Addresses as `URL` gives them have no quotes and no angle brackets.
    const links = preload.map(
      (address) =>
        `<link rel="modulepreload" crossorigin href="${address}" integrity="${integrity[address]}">`,
    );
    const bytes = Buffer.from(
      html
        .replace(FIRST_MODULE, () => `${element}\n    ${FIRST_MODULE}`)
        .replace(END_OF_HEAD, () => links.join('') + END_OF_HEAD),
    );
    const encoding = acceptedEncoding(request);
    const body = await encode(bytes, encoding, BROTLI_QUALITY);
    const mapHash = `'sha256-${createHash('sha256').update(map).digest('base64')}'`;
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: {
        // Kept for going back only, and whole: a nonce belongs to one answer.
        'cache-control': 'no-cache',
        ...policyHeaders(pageCsp(origins, [mapHash, `'nonce-${nonce}'`])),
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(body.length),
        vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    });
  };
}
