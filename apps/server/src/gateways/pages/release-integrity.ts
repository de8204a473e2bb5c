import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { NamedRelease } from './read-manifest.ts';
import { resolveFile } from './resolve-file.ts';
import type { Screens } from './read-screens.ts';

/** A path within the release itself: a list is not valid for files of another one. */
const fileSchema = z.string().check(z.regex(/^(?!\.)[\w.+-]+(\/(?!\.)[\w.+-]+)*\.js$/));

/** `integrity.json` next to a release's entry, by the scripts' paths in the release. */
const integritySchema = z.object({
  schemaVersion: z.union([z.literal(1), z.literal(2)]),
  files: z.record(fileSchema, z.string().check(z.regex(/^sha256-[\w+/]{43}=$/))),
  /** Scripts that the first screen needs at once. */
  preload: z._default(z.array(fileSchema), []),
  screens: z._default(z.record(z.string(), z.array(fileSchema)), {}),
  /** Hash of `prerendered.json`. */
  prerendered: z.optional(z.string()),
});

/** `prerendered.json` of a release: screens by the start of a page's address. */
const prerenderedSchema = z.record(
  z.string(),
  z.object({
    html: z.string(),
    script: z.string(),
    /** Releases from before it have none. */
    headScript: z._default(z.string(), ''),
  }),
);

/**
 * A screen that a page shows before the app has started: its HTML, the script that makes it usable, and one that reads
 * what it shows while the page loads its files.
 */
type Prerendered = z.infer<typeof prerenderedSchema>[string];

/** Hashes and preloads of the scripts of a release, by address. */
export interface ReleaseScripts {
  hashes: ReadonlyMap<string, string>;
  /** Scripts that the first screen needs at once. */
  preload: readonly string[];
  /** Those that also are, by the start of a page's address. */
  screens: Screens;
  prerendered: Readonly<Record<string, Prerendered>>;
}

const UNKNOWN: ReleaseScripts = { hashes: new Map(), preload: [], screens: {}, prerendered: {} };

interface Options {
  /** Folder of our own releases. */
  remotesDir: string;
  /** Foreign origins with releases that may be read. */
  remoteOrigins: readonly string[];
  log?: ((line: string) => void) | undefined;
}

const LARGEST_BYTES = 256 * 1024;
/** Timeout of a page for hashes from other origins: the shell fetches missing ones. */
const PATIENCE_MS = 1_000;
const RETRY_MS = 10_000;
/** Placeholder for this site's own origin, which addresses in a manifest omit. */
const OWN = 'http://own.invalid';

/** Reads the hashes of the scripts of releases. They are cached without expiry: releases never change. */
export function createReleaseIntegrity({ remotesDir, remoteOrigins, log }: Options) {
  const known = new Map<string, Promise<ReleaseScripts>>();

  async function readOwn(address: URL): Promise<Buffer> {
    const file = address.pathname.startsWith('/remotes/')
      ? await resolveFile(remotesDir, address.pathname.slice('/remotes'.length))
      : undefined;
    if (!file) throw new Error('is not there');
    if (file.size > LARGEST_BYTES) throw new Error('is too large');
    return readFile(file.path);
  }

  async function readForeign(address: URL, pinned: boolean): Promise<Buffer> {
    if (!remoteOrigins.includes(address.origin))
      throw new Error('is of an origin not allowed here');
    // The server of the scripts also serves the list: only the manifest can vouch for it.
    if (!pinned) throw new Error('has no hash in the manifest');
    const answer = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    if (Number(answer.headers.get('content-length')) > LARGEST_BYTES)
      throw new Error('is too large');
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Reads a file next to the entry of a release. */
  async function readJson(entry: string, name: string, integrity: string | undefined) {
    const address = new URL(name, new URL(entry, OWN));
    const isOwn = address.origin === OWN;
    const bytes = await (isOwn ? readOwn(address) : readForeign(address, integrity !== undefined));
    const hash = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
    if (integrity !== undefined && integrity !== hash) throw new Error('is not the released one');
    return JSON.parse(bytes.toString('utf8'));
  }

  function logFailure(entry: string, file: string, error: unknown) {
    const why = error instanceof Error ? error.message : String(error);
    log?.(`${entry}: ${file} ${why}`);
  }

  /** Without these screens pages are complete, only later. */
  async function readPrerendered(entry: string, integrity: string) {
    try {
      return prerenderedSchema.parse(await readJson(entry, 'prerendered.json', integrity));
    } catch (error) {
      logFailure(entry, 'prerendered.json', error);
      return {};
    }
  }

  async function read({ entry, integrity }: NamedRelease): Promise<ReleaseScripts> {
    const list = integritySchema.parse(await readJson(entry, 'integrity.json', integrity));
    const { files, preload, screens } = list;
    const prerendered =
      list.prerendered === undefined ? {} : await readPrerendered(entry, list.prerendered);
    const address = new URL(entry, OWN);
    const isOwn = address.origin === OWN;
    const folder = isOwn ? new URL('.', address).pathname : new URL('.', address).href;
    const inside = (listed: readonly string[]) =>
      listed.filter((file) => file in files).map((file) => folder + file);
    return {
      hashes: new Map(Object.entries(files).map(([file, sha256]) => [folder + file, sha256])),
      preload: inside(preload),
      screens: Object.fromEntries(
        Object.entries(screens).map(([start, listed]) => [start, inside(listed)]),
      ),
      prerendered,
    };
  }

  /**
   * Returns the scripts of a release; none if their hashes are not available. The page is then served without them, and
   * the shell refuses scripts without a hash.
   */
  return (release: NamedRelease): Promise<ReleaseScripts> => {
    const key = `${release.entry} ${release.integrity}`;
    const present = known.get(key);
    if (present) return present;
    const reading = read(release).catch((error: unknown) => {
      logFailure(release.entry, 'no hashes: integrity.json', error);
      setTimeout(() => known.delete(key), RETRY_MS).unref();
      return UNKNOWN;
    });
    known.set(key, reading);
    return reading;
  };
}
