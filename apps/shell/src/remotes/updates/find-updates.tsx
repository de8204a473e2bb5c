import { showLate } from '../../layout/late-parts';
import type { RemoteLoader } from '../loading/remote-loader';
import { readManifest } from '../manifest/read-manifest';
import { recoverMissingCode } from './recover-missing-code';
import { createUpdateOffer, UpdateNotice, type UpdateOffer } from './update-notice';

let offer: UpdateOffer | undefined;

/**
 * Finds the releases that this page would run now instead of those that it has loaded. Returns them as one text, '' if
 * the page is up to date.
 * @throws Error if the manifest cannot be read
 */
async function newReleases(remotes: RemoteLoader): Promise<string> {
  const { manifest, fallbackDetail } = await readManifest('update');
  if (fallbackDetail) throw new Error(fallbackDetail);
  const running = remotes.composition
    .getState()
    .resolutions.filter(({ name }) => remotes.status(name) === 'ready');
  const next = await remotes.preview(manifest);
  return next
    .filter(
      ({ name, status, version }) =>
        status === 'resolved' &&
        running.some((one) => one.name === name && one.version !== version),
    )
    .map(({ name, version }) => `${name} ${version}`)
    .join(', ');
}

/** Offers to reload the page if there are new releases. */
export async function offerUpdates(remotes: RemoteLoader): Promise<void> {
  const found = await newReleases(remotes);
  if (!offer) {
    offer = createUpdateOffer();
    showLate(<UpdateNotice offer={offer} />);
  }
  offer.found(found);
}

/**
 * Reloads the page if a release replaced code that did not arrive.
 * @param address of that code
 */
export function recover(remotes: RemoteLoader, address: string): Promise<void> {
  return recoverMissingCode(address, {
    isOutdated: async () => (await newReleases(remotes)) !== '',
    reload: () => window.location.reload(),
    storage: window.sessionStorage,
    location: window.location,
  });
}
