import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/** Addresses of scripts that a page needs at once, by the start of the page's address, e.g. `/auth/`. */
export type Screens = Readonly<Record<string, readonly string[]>>;

const screensSchema = z.record(z.string(), z.array(z.string().check(z.regex(/^[\w./-]+\.js$/))));

/** Reads the `screens.json` of a shell's build. Shells that were built before have none. */
export async function readScreens(file: string): Promise<Screens> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const screens = Object.entries(screensSchema.parse(JSON.parse(text)));
  return Object.fromEntries(
    screens.map(([start, files]) => [start, files.map((path) => `/${path}`)]),
  );
}

/** Returns the value of the first start of an address, which has its query. */
export function findScreen<Value>(
  screens: Readonly<Record<string, Value>>,
  address: string,
): Value | undefined {
  return Object.entries(screens).find(([start]) => address.startsWith(start))?.[1];
}
