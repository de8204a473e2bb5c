import {
  compose,
  EMPTY_COMPOSITION,
  resolveRemotes,
  type Composition,
  type RemoteModule,
  type RemoteResolution,
  type RemoteState,
  type ResolvedRemote,
  type TelemetryListener,
} from '@homie/composition';
import { withDeadline } from './deadline';
import type { RemoteRuntime } from './federation-runtime';
import type { ManifestReading } from './read-manifest';
import { RemoteError } from './remote-error';

/** How long a remote may take, its second try included, before the page says so. */
export const DEADLINE_MILLISECONDS = 8_000;

/** What the remotes are made from; tests bring their own runtime and manifest. */
export interface RemotesOptions {
  runtime: RemoteRuntime;
  readManifest: (options: { again: boolean }) => Promise<ManifestReading>;
  /** Versions of the libraries that this page provides, by name. */
  provided: Readonly<Record<string, string>>;
  report?: TelemetryListener;
}

/** The remotes of this page: which there are, how far each has come, and their screens. */
export interface Remotes {
  /** Reads the manifest. Never rejects: without one the composition's status is `failed`. */
  start(): Promise<void>;
  composition(): Composition;
  state(name: string): RemoteState;
  subscribe(listener: () => void): () => void;
  /**
   * The screens of a remote, loaded at the first call.
   * @throws RemoteError
   */
  load(name: string): Promise<RemoteModule>;
  /** Loads it anew after a failure, by a manifest read anew. */
  retry(name: string): Promise<RemoteModule>;
  /** To be told when a loaded remote threw while it was drawn. */
  crashed(name: string, error: Error): void;
}

/** The remotes of a page. Nothing is read before `start` or the first `load`. */
export function createRemotes({
  runtime,
  readManifest,
  provided,
  report,
}: RemotesOptions): Remotes {
  let composition = EMPTY_COMPOSITION;
  let resolutions: Promise<RemoteResolution[]> | undefined;
  let attempts = 0;
  const states = new Map<string, RemoteState>();
  const modules = new Map<string, Promise<RemoteModule>>();
  const listeners = new Set<() => void>();

  function changed() {
    for (const listener of listeners) listener();
  }

  function enter(name: string, state: RemoteState) {
    states.set(name, state);
    changed();
  }

  async function resolve(again: boolean): Promise<RemoteResolution[]> {
    try {
      const { manifest, fallbackDetail } = await readManifest({ again });
      if (fallbackDetail) report?.({ type: 'manifest-fallback', detail: fallbackDetail });
      const resolved = resolveRemotes(manifest, { provided });
      composition = compose(resolved, manifest.comingSoon);
      changed();
      return resolved;
    } catch (error) {
      if (composition.status === 'loading') composition = { ...composition, status: 'failed' };
      changed();
      throw error;
    }
  }

  function read(again: boolean): Promise<RemoteResolution[]> {
    if (again || !resolutions) resolutions = resolve(again);
    return resolutions;
  }

  async function fetchOnce(name: string, again: boolean): Promise<ResolvedRemote & RemoteModule> {
    const remote = pick(name, await read(again));
    return { ...remote, ...(await runtime.load(remote, again ? ++attempts : 0)) };
  }

  async function fetchTwice(name: string, again: boolean) {
    try {
      return await fetchOnce(name, again);
    } catch (error) {
      const failure = toRemoteError(error);
      if (failure.reason !== 'network') throw failure;
      report?.({ type: 'remote-retried', remote: name, reason: failure.reason });
      return fetchOnce(name, true).catch((second: unknown) => {
        throw toRemoteError(second);
      });
    }
  }

  async function bring(name: string, again: boolean): Promise<RemoteModule> {
    const begun = performance.now();
    enter(name, 'loading');
    try {
      const loaded = await withDeadline(
        fetchTwice(name, again),
        DEADLINE_MILLISECONDS,
        () => new RemoteError('slow', `${name} did not arrive within ${DEADLINE_MILLISECONDS} ms`),
      );
      enter(name, 'ready');
      const milliseconds = Math.round(performance.now() - begun);
      report?.({ type: 'remote-loaded', remote: name, version: loaded.version, milliseconds });
      return { default: loaded.default };
    } catch (error) {
      const failure = toRemoteError(error);
      enter(name, 'failed');
      report?.({
        type: 'remote-failed',
        remote: name,
        reason: failure.reason,
        detail: failure.message,
      });
      throw failure;
    }
  }

  function hold(name: string, again: boolean): Promise<RemoteModule> {
    const module = bring(name, again);
    modules.set(name, module);
    return module;
  }

  return {
    start: () =>
      read(false).then(
        () => undefined,
        () => undefined,
      ),
    composition: () => composition,
    state: (name) => states.get(name) ?? 'idle',
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: (name) => modules.get(name) ?? hold(name, false),
    retry: (name) => hold(name, true),
    crashed: (name, { message }) =>
      report?.({ type: 'remote-failed', remote: name, reason: 'crashed', detail: message }),
  };
}

function pick(name: string, resolutions: readonly RemoteResolution[]): ResolvedRemote {
  const resolution = resolutions.find((candidate) => candidate.name === name);
  if (!resolution) throw new RemoteError('unknown', `/remotes.json does not name ${name}`);
  if (resolution.status === 'resolved') return resolution;
  const needs = resolution.unmet.map(
    ({ library, needed, provided }) => `${library} ${needed} (here: ${provided ?? 'none'})`,
  );
  throw new RemoteError('incompatible', `${name} ${resolution.version} needs ${needs.join(', ')}`);
}

function toRemoteError(error: unknown): RemoteError {
  if (error instanceof RemoteError) return error;
  return new RemoteError('network', error instanceof Error ? error.message : String(error), error);
}
