import { renderOnAllScreens } from '../../layout/late-parts';
import type { RemoteLoader } from '../loading/remote-loader';
import { readManifest } from '../read-manifest';
import { recoverMissingCode } from './recover-missing-code';
import { loadNotes, type NewRelease } from './release-notes';
import { createUpdateOffer, UpdateNotice, type UpdateOffer } from './update-notice';

let offer: UpdateOffer | undefined;

/**
 * Finds the releases that this page would run now instead of those that it has loaded.
 * @throws Error if the manifest cannot be read
 */
async function newReleases(remotes: RemoteLoader): Promise<NewRelease[]> {
  const { manifest, fallbackDetail } = await readManifest('update');
  if (fallbackDetail) throw new Error(fallbackDetail);
  const running = new Map(
    remotes.composition
      .getState()
      .resolutions.filter(({ name }) => remotes.status(name) === 'ready')
      .map(({ name, version }) => [name, version]),
  );
  const next = await remotes.preview(manifest);
  return next.flatMap((release) => {
    const replaces = running.get(release.name);
    const isNew = replaces !== undefined && replaces !== release.version;
    return release.status === 'resolved' && isNew ? [{ ...release, replaces }] : [];
  });
}

/** Offers to reload the page if there are new releases. */
export async function offerUpdates(remotes: RemoteLoader): Promise<void> {
  const found = await newReleases(remotes);
  // A rollback may have withdrawn what the app would start from without a connection.
  navigator.serviceWorker?.controller?.postMessage('check');
  await loadNotes(found);
  if (!offer) {
    offer = createUpdateOffer();
    renderOnAllScreens(<UpdateNotice offer={offer} />);
  }
  offer.found(found.map(({ name, version }) => `${name} ${version}`).join(', '));
}

/**
 * Reloads the page if a release replaced code that did not arrive.
 * @param address of that code
 */
export function recover(remotes: RemoteLoader, address: string): Promise<void> {
  return recoverMissingCode(address, {
    isOutdated: async () => (await newReleases(remotes)).length > 0,
    reload: () => window.location.reload(),
    storage: window.sessionStorage,
    location: window.location,
  });
}
