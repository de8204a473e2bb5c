import type { PageIntegrity } from '../page-integrity';

/** What a built script imports at once, relative to it. */
const IMPORTS = /\b(?:import|from)\s*["'`](\.{1,2}\/[^"'`]+)/g;

/** Brings code of a remote that did not arrive. */
export type BringAgain = (address: string) => Promise<unknown>;

/**
 * What is only asked for to know whether it is there: a failure of that is nobody's to mend. Every `import()` of a build
 * reports failures.
 */
export type Probes = Set<string>;

/**
 * Brings code once more under an address that the browser has not seen: it never asks again for a module that failed,
 * nor for one that imports it. Only what is missing becomes a copy; what is there already stays the one that everybody
 * has, with what it holds.
 */
export function createBringAgain(page: PageIntegrity, probes: Probes): BringAgain {
  let attempts = 0;
  /** Addresses that failed, and the copies that stand for them by now. */
  const copies = new Map<string, string>();

  async function isThere(address: string): Promise<boolean> {
    probes.add(address);
    return import(/* @vite-ignore */ address)
      .then(
        () => true,
        () => false,
      )
      .finally(() => probes.delete(address));
  }

  /** Names a copy of a script and of everything that it imports and that is missing too. Rejects while one still is. */
  async function plan(address: string, planned: Map<string, string>): Promise<void> {
    const { search, origin, pathname } = new URL(address);
    const file = origin + pathname;
    planned.set(address, `${file}?again=${attempts}`);
    const integrity = page.known[file];
    const answer = await fetch(file, { cache: 'no-cache', ...(integrity && { integrity }) });
    if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
    for (const [, imported = ''] of (await answer.text()).matchAll(IMPORTS)) {
      const needed = new URL(imported, file).href + search;
      if (planned.has(needed) || copies.has(needed)) continue;
      if (!(await isThere(needed))) await plan(needed, planned);
    }
  }

  /** Makes the browser hold copies to their hashes, and has them import what everybody else has. */
  function admit(planned: Map<string, string>) {
    const integrity: Record<string, string> = {};
    const scopes: Record<string, Record<string, string>> = {};
    for (const [address, copy] of planned) {
      const { search, origin, pathname } = new URL(address);
      const hash = page.known[origin + pathname];
      if (!hash) continue;
      integrity[copy] = hash;
      const usual = (file: string) =>
        planned.get(file + search) ?? copies.get(file + search) ?? file + search;
      const release = new URL('..', address).href;
      const files = Object.keys(page.known).filter((file) => file.startsWith(release));
      scopes[copy] = Object.fromEntries(files.map((file) => [file, usual(file)]));
    }
    if (Object.keys(integrity).length > 0) page.add({ integrity, scopes });
  }

  return async (address) => {
    const present = copies.get(address);
    if (present) return import(/* @vite-ignore */ present);
    attempts += 1;
    const planned = new Map<string, string>();
    await plan(address, planned);
    admit(planned);
    const module: unknown = await import(/* @vite-ignore */ planned.get(address) ?? address);
    for (const [failed, copy] of planned) copies.set(failed, copy);
    return module;
  };
}
