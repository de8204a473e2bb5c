import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pageCsp } from '../http/security-headers.ts';
import { acceptedEncoding, encode } from './encoding.ts';
import type { NamedRelease } from './read-manifest.ts';
import type { ResolvedFile } from './resolve-file.ts';

interface Options {
  /** The hashes of a release's scripts by their addresses. */
  hashesOf: (release: NamedRelease) => Promise<ReadonlyMap<string, string>>;
  /** Foreign origins that a page may load remotes from. */
  origins: readonly string[];
}

/** Each answer is compressed anew: this one costs a third of a millisecond and 1 % more bytes than the one for files. */
const BROTLI_QUALITY = 6;
/** The map stands before the first module: a browser may take none after that. */
const FIRST_MODULE = '<script type="module"';

/**
 * Serves the application's page. Into each goes the import map with the hashes of every script of
 * every release that the manifest names, which browsers enforce, and a nonce that lets the shell add
 * a further map for a release that is named later.
 */
export function createPageServer({ hashesOf, origins }: Options) {
  return async (
    request: Request,
    file: ResolvedFile,
    releases: readonly NamedRelease[],
  ): Promise<Response> => {
    const [html, hashes] = await Promise.all([
      readFile(file.path, 'utf8'),
      Promise.all(releases.map(hashesOf)),
    ]);
    const integrity = Object.fromEntries(hashes.flatMap((files) => [...files]));
    // Nothing in an address can end the element.
    const map = JSON.stringify({ integrity }).replaceAll('<', '\\u003c');
    const nonce = randomBytes(16).toString('base64url');
    const element = `<script type="importmap" nonce="${nonce}">${map}</script>`;
    const bytes = Buffer.from(html.replace(FIRST_MODULE, () => `${element}\n    ${FIRST_MODULE}`));
    const encoding = acceptedEncoding(request);
    const body = await encode(bytes, encoding, BROTLI_QUALITY);
    const scripts = [`'sha256-${createHash('sha256').update(map).digest('base64')}'`];
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: {
        // Kept for going back only, and whole: a nonce belongs to one answer.
        'cache-control': 'no-cache',
        'content-security-policy': pageCsp(origins, [...scripts, `'nonce-${nonce}'`]),
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(body.length),
        vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    });
  };
}
