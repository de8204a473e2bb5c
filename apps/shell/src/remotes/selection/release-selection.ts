import {
  compose,
  createStore,
  EMPTY_COMPOSITION,
  resolveRemote,
  type Composition,
  type Manifest,
  type ManifestRemote,
  type RemoteResolution,
  type Store,
  type TelemetryListener,
} from '@homie/composition';
import { PRODUCT_ADDRESSES } from '@homie/contracts';
import type { ManifestReading, ReadReason } from '../read-manifest';

/** Selects a release by who the user is and by their overrides, once they have signed in. */
export type PersonalSelection = (name: string, remote: ManifestRemote) => Promise<RemoteResolution>;

/** The same, for every remote of a page. Returns undefined for one whose release does not depend on the user. */
export type SelectForPerson = (
  ...remote: Parameters<PersonalSelection>
) => ReturnType<PersonalSelection> | undefined;

/** Dependencies of the selection. */
export interface ReleaseSelectionOptions {
  readManifest: (reason: ReadReason) => Promise<ManifestReading>;
  /** Versions of the libraries that this page provides, by name. */
  provided: Readonly<Record<string, string>>;
  forPerson?: SelectForPerson | undefined;
  report?: TelemetryListener | undefined;
}

/** Selects the release of each remote that this page runs. */
export interface ReleaseSelection {
  composition: Omit<Store<Composition>, 'setState'>;
  /** Reads the manifest; once for the reason `first`. @throws RemoteError 'manifest' */
  read(reason: ReadReason): Promise<void>;
  /**
   * Returns the release of a remote, which stays the same for the life of the page; undefined if the manifest does not
   * name the remote.
   * @param reason `retry` selects again, by a manifest from the server, because the remote did not load
   */
  select(name: string, reason: ReadReason): Promise<RemoteResolution | undefined>;
  /** Returns the releases that another manifest would select. */
  preview(manifest: Manifest): Promise<RemoteResolution[]>;
}

/** Creates the selection of a page. It reads nothing before `read` or `select`. */
export function createReleaseSelection({
  readManifest,
  provided,
  forPerson,
  report,
}: ReleaseSelectionOptions): ReleaseSelection {
  const composition = createStore(EMPTY_COMPOSITION);
  let comingSoon: readonly string[] = [];
  let reading: Promise<void> | undefined;
  /** The selected releases; of a remote whose personal selection is pending, the release for all users. */
  const known = new Map<string, RemoteResolution>();
  const pending = new Map<string, Promise<RemoteResolution>>();
  const frozen = new Set<string>();

  const recompose = () =>
    composition.setState(compose([...known.values()], comingSoon, PRODUCT_ADDRESSES));

  function add(name: string, remote: ManifestRemote) {
    const forAll = resolveRemote(name, remote, { provided });
    // If the personal selection fails, the release for all users remains.
    const own = forPerson?.(name, remote)?.catch(() => forAll);
    known.set(name, forAll);
    pending.delete(name);
    if (!own) return;
    pending.set(name, own);
    void own.then((resolution) => {
      if (pending.get(name) !== own) return;
      known.set(name, resolution);
      recompose();
    });
  }

  async function readOnce(reason: ReadReason): Promise<void> {
    try {
      const { manifest, fallbackDetail, omitted } = await readManifest(reason);
      const detail = fallbackDetail ?? omitted?.join('\n');
      if (detail) report?.({ type: 'manifest-fallback', detail });
      const { remotes } = manifest;
      comingSoon = manifest.comingSoon;
      for (const name of known.keys()) if (!frozen.has(name)) known.delete(name);
      for (const [name, remote] of Object.entries(remotes))
        if (!frozen.has(name)) add(name, remote);
      recompose();
      for (const address of composition.getState().refused)
        report?.({ type: 'address-refused', ...address });
    } catch (error) {
      composition.setState((current) =>
        current.status === 'loading' ? { ...current, status: 'failed' } : current,
      );
      throw error;
    }
  }

  function read(reason: ReadReason): Promise<void> {
    if (reason !== 'first' || !reading) reading = readOnce(reason);
    return reading;
  }

  return {
    composition,
    read,
    async select(name, reason) {
      if (reason !== 'first') frozen.delete(name);
      await read(reason);
      frozen.add(name);
      return pending.get(name) ?? known.get(name);
    },
    preview: ({ remotes }) =>
      Promise.all(
        Object.entries(remotes).map(
          ([name, remote]) =>
            forPerson?.(name, remote) ?? resolveRemote(name, remote, { provided }),
        ),
      ),
  };
}
