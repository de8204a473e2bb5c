import {
  loadMeasure,
  type Composition,
  type Manifest,
  type RemoteModule,
  type RemoteResolution,
  type ResolvedRemote,
  type Store,
} from '@homie/composition';
import { withDeadline } from '../deadline';
import { RemoteError } from '../remote-error';
import {
  createReleaseSelection,
  type ReleaseSelectionOptions,
} from '../selection/release-selection';
import type { Finding } from './diagnose';
import type { RemoteRuntime } from './federation-runtime';
import { LOAD_STATES, type LoadEvent, type LoadReason, type LoadStatus } from './load-state';

/** Time that a remote has to load, including an automatic second attempt. */
export const DEADLINE_MILLISECONDS = 8_000;

/** Dependencies of the loader; tests pass their own runtime and manifest. */
export interface RemoteLoaderOptions extends ReleaseSelectionOptions {
  runtime: RemoteRuntime;
}

/** Not in TypeScript's DOM, because not every browser has it: https://wicg.github.io/netinfo/ */
interface Connected {
  connection?: { saveData?: boolean };
}

/** Loads the remotes of this page: manifest → selection → integrity → code. */
export interface RemoteLoader {
  /** Reads the manifest. Never rejects: without one the composition's status is `failed`. */
  start(): Promise<void>;
  composition: Omit<Store<Composition>, 'setState'>;
  /** Versions of the libraries that this page provides, by name. */
  provided: Readonly<Record<string, string>>;
  status(name: string): LoadStatus;
  /**
   * Loads a remote's screens with the first call; later calls return the same promise.
   * @throws RemoteError
   */
  load(name: string): Promise<RemoteModule>;
  /** Loads a remote again after a failure, by a manifest from the server. */
  retry(name: string): Promise<RemoteModule>;
  /**
   * Loads a remote that is probably needed soon, unless the user saves data. A failure has no effect: the next `load`
   * starts again.
   */
  preload(name: string, browser?: Connected): void;
  /** Returns the screens of a remote that is ready. */
  screens(name: string): RemoteModule['default'] | undefined;
  /** Resolves with the reason why a remote could not be fetched; undefined for other failures. */
  finding(name: string): Promise<Finding> | undefined;
  /** Resolves if code that missed its deadline arrives after all; undefined for a remote that has not failed. */
  late(name: string): Promise<unknown> | undefined;
  /** Reports that a loaded remote failed while it was rendered. */
  failed(name: string, failure: RemoteError): void;
  /** Returns the releases that this page would run for its user with another manifest. */
  preview(manifest: Manifest): Promise<RemoteResolution[]>;
}

interface Load {
  readonly name: string;
  reason: LoadReason;
  status: LoadStatus;
  /** Start of the time that is reported. */
  started: number;
  module?: Promise<RemoteModule>;
  screens?: RemoteModule['default'];
  finding?: Promise<Finding> | undefined;
  late?: Promise<unknown> | undefined;
}

/** Creates the loader of a page. It reads nothing before `start` or the first `load`. */
export function createRemoteLoader({ runtime, ...options }: RemoteLoaderOptions): RemoteLoader {
  const { report } = options;
  const selection = createReleaseSelection(options);
  /** The last load of each remote. An earlier one, which may still run, changes only its own status. */
  const loads = new Map<string, Load>();
  let attempts = 0;

  const getStatus = (name: string) => loads.get(name)?.status ?? 'idle';

  /** Returns whether the event has an effect. */
  function send(load: Load, event: LoadEvent): boolean {
    const next = LOAD_STATES[load.status][event];
    if (next) load.status = next;
    return next !== undefined;
  }

  const findSelection = (name: string) =>
    selection.composition.getState().resolutions.find((one) => one.name === name);

  function described(name: string, started: number) {
    const selected = findSelection(name);
    return {
      remote: name,
      version: selected?.version ?? 'none',
      source: selected?.status === 'resolved' ? selected.source : ('none' as const),
      milliseconds: Math.round(performance.now() - started),
    };
  }

  /** Reports a failure; of code that could not be fetched, after diagnosing it. */
  function reportFailure(load: Load, started: number, { reason, message: detail }: RemoteError) {
    const event = { type: 'remote-failed' as const, ...described(load.name, started), detail };
    const selected = findSelection(load.name);
    load.finding = undefined;
    if (reason !== 'network' || !selected) return report?.({ ...event, reason });
    load.finding = runtime.diagnose(selected).catch((): Finding => ({ reason, text: '' }));
    void load.finding.then((found) => report?.({ ...event, reason: found.reason }));
  }

  async function fetchOnce(load: Load): Promise<RemoteModule> {
    const { name, reason } = load;
    const remote = requireResolved(name, await selection.select(name, reason));
    send(load, 'selected');
    return runtime.load(remote, reason === 'first' ? 0 : ++attempts);
  }

  async function fetchTwice(load: Load): Promise<RemoteModule> {
    try {
      return await fetchOnce(load);
    } catch (error) {
      const failure = toRemoteError(error);
      if (failure.reason !== 'network' || !send(load, 'refetch')) throw failure;
      report?.({ type: 'remote-retried', remote: load.name, reason: failure.reason });
      load.reason = 'retry';
      return fetchOnce(load);
    }
  }

  function inTime<Result>(name: string, work: Promise<Result>): Promise<Result> {
    return withDeadline(
      work,
      DEADLINE_MILLISECONDS,
      () => new RemoteError('slow', `${name} did not arrive within ${DEADLINE_MILLISECONDS} ms`),
    );
  }

  function arrived(load: Load, { default: screens }: RemoteModule): RemoteModule {
    load.screens = screens;
    send(load, 'fetched');
    performance.measure(loadMeasure(load.name), { start: load.started });
    report?.({ type: 'remote-loaded', ...described(load.name, load.started) });
    return { default: screens };
  }

  async function run(load: Load): Promise<RemoteModule> {
    const { name, reason } = load;
    let fetching: Promise<RemoteModule> | undefined;
    try {
      if (reason === 'first') {
        await inTime(name, selection.read(reason));
        // No deadline: a selection that depends on the user waits until they have signed in.
        await selection.select(name, reason);
        load.started = performance.now();
      }
      fetching = fetchTwice(load);
      return arrived(load, await inTime(name, fetching));
    } catch (error) {
      const failure = toRemoteError(error);
      send(load, 'failed');
      reportFailure(load, load.started, failure);
      load.late = fetching?.then((module) => {
        load.module = Promise.resolve(arrived(load, module));
      });
      load.late?.catch(() => undefined);
      throw failure;
    }
  }

  function begin(name: string, reason: LoadReason): Promise<RemoteModule> {
    const last = loads.get(name);
    if (last?.module && !LOAD_STATES[last.status][reason]) return last.module;
    const load: Load = { name, reason, status: 'idle', started: performance.now() };
    loads.set(name, load);
    send(load, reason);
    return (load.module = run(load));
  }

  return {
    start: () => selection.read('first').catch(() => undefined),
    composition: selection.composition,
    provided: options.provided,
    status: getStatus,
    load: (name) => begin(name, 'first'),
    retry: (name) => begin(name, 'retry'),
    preload(name, { connection } = navigator as Connected) {
      if (connection?.saveData || getStatus(name) !== 'idle') return;
      const loading = begin(name, 'first');
      const load = loads.get(name);
      loading.catch(() => load && send(load, 'forget'));
    },
    screens: (name) => loads.get(name)?.screens,
    finding: (name) => loads.get(name)?.finding,
    late: (name) => loads.get(name)?.late,
    failed(name, failure) {
      const load = loads.get(name);
      if (load) reportFailure(load, performance.now(), failure);
    },
    preview: selection.preview,
  };
}

function requireResolved(name: string, resolution: RemoteResolution | undefined): ResolvedRemote {
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
