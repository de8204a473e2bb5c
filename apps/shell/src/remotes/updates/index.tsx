import { showLate } from '../../layout/late-parts';
import { readManifest } from '../read-manifest';
import type { Remotes } from '../remotes';
import { createUpdateOffer, type UpdateOffer } from './update-offer';
import { UpdateNotice } from './update-notice';

let offer: UpdateOffer | undefined;

/**
 * The releases that this page would run by now in place of those that it has loaded, as one text; '' when it is up to date.
 * @throws Error when nobody can say
 */
async function newReleases(remotes: Remotes): Promise<string> {
  const { manifest, fallbackDetail } = await readManifest({ again: true });
  if (fallbackDetail) throw new Error(fallbackDetail);
  const running = remotes
    .composition()
    .resolutions.filter(({ name }) => remotes.state(name) === 'ready');
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

/** Whether something that this page has loaded was replaced since. */
export async function isOutdated(remotes: Remotes): Promise<boolean> {
  return (await newReleases(remotes)) !== '';
}

/** Looks for new releases and offers to load the page anew when there are some. */
export async function lookForUpdates(remotes: Remotes): Promise<void> {
  const found = await newReleases(remotes);
  if (!offer) {
    offer = createUpdateOffer();
    showLate(<UpdateNotice offer={offer} />);
  }
  offer.found(found);
}
export { recoverMissingCode } from './recover-missing-code';
