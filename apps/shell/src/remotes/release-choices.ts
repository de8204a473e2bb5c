import {
  compose,
  EMPTY_COMPOSITION,
  resolveRemote,
  type Composition,
  type Manifest,
  type ManifestRemote,
  type RemoteResolution,
  type TelemetryListener,
} from '@homie/composition';
import type { ManifestReading } from './read-manifest';

/** Chooses a release by who the person is and what they have overridden, once they are signed in. */
export type ChooseForPerson = (
  name: string,
  remote: ManifestRemote,
) => Promise<RemoteResolution> | undefined;

/** What the choices are made from. */
export interface ReleaseChoicesOptions {
  readManifest: (options: { again: boolean }) => Promise<ManifestReading>;
  /** Versions of the libraries that this page provides, by name. */
  provided: Readonly<Record<string, string>>;
  /** Answers undefined where nothing about the person matters. */
  forPerson?: ChooseForPerson | undefined;
  report?: TelemetryListener | undefined;
  /** Told when the composition has become another one. */
  onChange: () => void;
}

/** Which release of each remote this page runs. */
export interface ReleaseChoices {
  composition(): Composition;
  /** Reads the manifest; once, unless `again`. @throws RemoteError 'manifest' */
  read(again: boolean): Promise<void>;
  /**
   * The release for a remote, which stays for the life of the page; undefined when the manifest does not name it.
   * @param again chooses anew, by a manifest read anew: for one that did not load
   */
  choose(name: string, again: boolean): Promise<RemoteResolution | undefined>;
  /** What would be chosen by another manifest. */
  preview(manifest: Manifest): Promise<RemoteResolution[]>;
}

/** The choices of a page. Nothing is read before `read` or `choose`. */
export function createReleaseChoices({
  readManifest,
  provided,
  forPerson,
  report,
  onChange,
}: ReleaseChoicesOptions): ReleaseChoices {
  let composition = EMPTY_COMPOSITION;
  let comingSoon: readonly string[] = [];
  let reading: Promise<void> | undefined;
  /** As far as is known without the person, or by now with them. */
  const known = new Map<string, RemoteResolution>();
  const awaited = new Map<string, Promise<RemoteResolution>>();
  const frozen = new Set<string>();

  function recompose() {
    composition = compose([...known.values()], comingSoon);
    onChange();
  }

  function take(name: string, remote: ManifestRemote) {
    const forAll = resolveRemote(name, remote, { provided });
    // Whatever stands in the way of a choice of one's own, there is one for everybody.
    const own = forPerson?.(name, remote)?.catch(() => forAll);
    known.set(name, forAll);
    awaited.delete(name);
    if (!own) return;
    awaited.set(name, own);
    void own.then((resolution) => {
      if (awaited.get(name) !== own) return;
      known.set(name, resolution);
      recompose();
    });
  }

  async function readOnce(again: boolean): Promise<void> {
    try {
      const { manifest, fallbackDetail } = await readManifest({ again });
      if (fallbackDetail) report?.({ type: 'manifest-fallback', detail: fallbackDetail });
      const { remotes } = manifest;
      comingSoon = manifest.comingSoon;
      for (const name of known.keys()) if (!frozen.has(name)) known.delete(name);
      for (const [name, remote] of Object.entries(remotes))
        if (!frozen.has(name)) take(name, remote);
      recompose();
      for (const address of composition.refused) report?.({ type: 'address-refused', ...address });
    } catch (error) {
      if (composition.status === 'loading') composition = { ...composition, status: 'failed' };
      onChange();
      throw error;
    }
  }

  function read(again: boolean): Promise<void> {
    if (again || !reading) reading = readOnce(again);
    return reading;
  }

  return {
    composition: () => composition,
    read,
    async choose(name, again) {
      if (again) frozen.delete(name);
      await read(again);
      frozen.add(name);
      return awaited.get(name) ?? known.get(name);
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
