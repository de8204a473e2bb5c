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

/** Returns the scripts for an address, with its query. */
export function scriptsFor(screens: Screens, address: string): readonly string[] {
  const [, scripts = []] =
    Object.entries(screens).find(([start]) => address.startsWith(start)) ?? [];
  return scripts;
}
