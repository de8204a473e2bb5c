import {
  loadMeasure,
  type Composition,
  type Manifest,
  type RemoteModule,
  type RemoteResolution,
  type RemoteState,
  type ResolvedRemote,
} from '@homie/composition';
import { withDeadline } from './deadline';
import type { Finding } from './diagnose';
import type { RemoteRuntime } from './federation-runtime';
import { createReleaseChoices, type ReleaseChoicesOptions } from './release-choices';
import { RemoteError } from './remote-error';

/** How long a remote may take, its second try included, before the page says so. */
export const DEADLINE_MILLISECONDS = 8_000;

/** What the remotes are made from; tests bring their own runtime and manifest. */
export interface RemotesOptions extends Omit<ReleaseChoicesOptions, 'onChange'> {
  runtime: RemoteRuntime;
}

/** The remotes of this page: which there are, how far each has come, and their screens. */
export interface Remotes {
  /** Reads the manifest. Never rejects: without one the composition's status is `failed`. */
  start(): Promise<void>;
  composition(): Composition;
  /** Versions of the libraries that this page provides, by name. */
  provided: Readonly<Record<string, string>>;
  state(name: string): RemoteState;
  subscribe(listener: () => void): () => void;
  /**
   * The screens of a remote, loaded at the first call.
   * @throws RemoteError
   */
  load(name: string): Promise<RemoteModule>;
  /** Its screens when they are there, to draw them at once. */
  screens(name: string): RemoteModule['default'] | undefined;
  /** Lets the next `load` begin anew, e.g. after one that failed and that nobody saw. */
  forget(name: string): void;
  /** Loads it anew after a failure, by a manifest read anew. */
  retry(name: string): Promise<RemoteModule>;
  /** What is wrong with a remote that could not be fetched; undefined when it was. */
  finding(name: string): Promise<Finding> | undefined;
  /** To be told when a loaded remote failed while it was drawn. */
  failed(name: string, failure: RemoteError): void;
  /** What this page and its person would run by another manifest. */
  preview(manifest: Manifest): Promise<RemoteResolution[]>;
}

/** The remotes of a page. Nothing is read before `start` or the first `load`. */
export function createRemotes({ runtime, ...options }: RemotesOptions): Remotes {
  const { report } = options;
  let attempts = 0;
  const states = new Map<string, RemoteState>();
  const modules = new Map<string, Promise<RemoteModule>>();
  const arrived = new Map<string, RemoteModule['default']>();
  const listeners = new Set<() => void>();
  const findings = new Map<string, Promise<Finding>>();
  const choices = createReleaseChoices({ ...options, onChange: changed });

  function changed() {
    for (const listener of listeners) listener();
  }

  function enter(name: string, state: RemoteState) {
    states.set(name, state);
    changed();
  }

  const chosenOf = (name: string) =>
    choices.composition().resolutions.find((one) => one.name === name);

  /** What is told of a remote: the release that was chosen for it, as far as one was. */
  function told(name: string, begun: number) {
    const chosen = chosenOf(name);
    return {
      remote: name,
      version: chosen?.version ?? 'none',
      source: chosen?.status === 'resolved' ? chosen.source : ('none' as const),
      milliseconds: Math.round(performance.now() - begun),
    };
  }

  /** Reports a failure. Of what could not be fetched it is looked into why, once for each failure. */
  function fail(name: string, begun: number, { reason, message: detail }: RemoteError) {
    const event = { type: 'remote-failed' as const, ...told(name, begun), detail };
    const chosen = chosenOf(name);
    findings.delete(name);
    if (reason !== 'network' || !chosen) return report?.({ ...event, reason });
    const finding = runtime.diagnose(chosen).catch((): Finding => ({ reason, text: '' }));
    findings.set(name, finding);
    void finding.then((found) => report?.({ ...event, reason: found.reason }));
  }

  async function fetchOnce(name: string, again: boolean): Promise<RemoteModule> {
    const remote = resolved(name, await choices.choose(name, again));
    return runtime.load(remote, again ? ++attempts : 0);
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

  function inTime<Result>(name: string, work: Promise<Result>): Promise<Result> {
    return withDeadline(
      work,
      DEADLINE_MILLISECONDS,
      () => new RemoteError('slow', `${name} did not arrive within ${DEADLINE_MILLISECONDS} ms`),
    );
  }

  async function bring(name: string, again: boolean): Promise<RemoteModule> {
    let begun = performance.now();
    enter(name, 'loading');
    try {
      if (!again) {
        await inTime(name, choices.read(false));
        // Who has not signed in yet is not late: where the release depends on the person, they are waited for.
        await choices.choose(name, false);
        begun = performance.now();
      }
      const { default: screens } = await inTime(name, fetchTwice(name, again));
      arrived.set(name, screens);
      enter(name, 'ready');
      performance.measure(loadMeasure(name), { start: begun });
      report?.({ type: 'remote-loaded', ...told(name, begun) });
      return { default: screens };
    } catch (error) {
      const failure = toRemoteError(error);
      fail(name, begun, failure);
      enter(name, 'failed');
      throw failure;
    }
  }

  function hold(name: string, again: boolean): Promise<RemoteModule> {
    arrived.delete(name);
    const module = bring(name, again);
    modules.set(name, module);
    return module;
  }

  return {
    start: () =>
      choices.read(false).then(
        () => undefined,
        () => undefined,
      ),
    composition: choices.composition,
    provided: options.provided,
    state: (name) => states.get(name) ?? 'idle',
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: (name) => modules.get(name) ?? hold(name, false),
    screens: (name) => arrived.get(name),
    forget(name) {
      modules.delete(name);
      arrived.delete(name);
      enter(name, 'idle');
    },
    retry: (name) => hold(name, true),
    finding: (name) => findings.get(name),
    failed: (name, failure) => fail(name, performance.now(), failure),
    preview: choices.preview,
  };
}

function resolved(name: string, resolution: RemoteResolution | undefined): ResolvedRemote {
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
