import { readFile, stat } from 'node:fs/promises';
import { isSystemError } from '../../http/system-error.ts';

/** A manifest of a hundred remotes is a tenth of this size: more is a mistake, or worse. */
const LARGEST_BYTES = 1_000_000;
/** Cache lifetime of a bucket's response. */
const FRESH_MS = 2_000;
const PATIENCE_MS = 3_000;

/**
 * Reads a text from a path or an address.
 * @returns undefined if there is none
 */
export type TextReader = (source: string) => Promise<string | undefined>;

interface CachedText {
  until: number;
  text: Promise<string | undefined>;
  /** The text of the last successful response. */
  last?: string | undefined;
}

/**
 * Creates a reader of files and buckets. Files are read each time. A bucket is requested at most every two seconds;
 * while it is unavailable, its last text is returned.
 */
export function createTextReader(now: () => number = Date.now): TextReader {
  const cache = new Map<string, CachedText>();

  return (source) => {
    if (!/^https?:/.test(source)) return readText(source);
    const former = cache.get(source);
    if (former && now() < former.until) return former.text;
    const cached: CachedText = {
      until: now() + FRESH_MS,
      last: former?.last,
      text: fetchText(source).then(
        (text) => (cached.last = text),
        (error: unknown) => {
          if (cached.last === undefined) throw error;
          return cached.last;
        },
      ),
    };
    cache.set(source, cached);
    return cached.text;
  };
}

async function readText(file: string): Promise<string | undefined> {
  const entry = await stat(file).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (!entry) return undefined;
  if (entry.size > LARGEST_BYTES) throw new Error(`${file} is larger than ${LARGEST_BYTES} bytes`);
  return readFile(file, 'utf8');
}

async function fetchText(address: string): Promise<string | undefined> {
  const answer = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await answer.text();
  if (answer.ok && text.length <= LARGEST_BYTES) return text;
  // Supabase answers a missing file with 400, and with the status 404 in the body.
  if (answer.status === 404 || (answer.status === 400 && /"404"|not_?found/i.test(text)))
    return undefined;
  throw new Error(`${address} answered ${answer.status}`);
}
