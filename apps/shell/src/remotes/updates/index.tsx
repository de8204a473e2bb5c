import { showLate } from '../../layout/late-parts';
import { readManifest } from '../read-manifest';
import type { Remotes } from '../remotes';
import { loadNotes, type NewRelease } from './release-notes';
import { createUpdateOffer, type UpdateOffer } from './update-offer';
import { UpdateNotice } from './update-notice';

let offer: UpdateOffer | undefined;

/**
 * Finds the releases that this page would run now instead of those that it has loaded.
 * @throws Error if the manifest cannot be read
 */
async function newReleases(remotes: Remotes): Promise<NewRelease[]> {
  const { manifest, fallbackDetail } = await readManifest({ again: true });
  if (fallbackDetail) throw new Error(fallbackDetail);
  const running = new Map(
    remotes
      .composition()
      .resolutions.filter(({ name }) => remotes.state(name) === 'ready')
      .map(({ name, version }) => [name, version]),
  );
  const next = await remotes.preview(manifest);
  return next.flatMap((release) => {
    const replaces = running.get(release.name);
    const isNew = replaces !== undefined && replaces !== release.version;
    return release.status === 'resolved' && isNew ? [{ ...release, replaces }] : [];
  });
}

/** Whether something that this page has loaded was replaced since. */
export async function isOutdated(remotes: Remotes): Promise<boolean> {
  return (await newReleases(remotes)).length > 0;
}

/** Looks for new releases and offers to load the page anew when there are some. */
export async function lookForUpdates(remotes: Remotes): Promise<void> {
  const found = await newReleases(remotes);
  await loadNotes(found);
  if (!offer) {
    offer = createUpdateOffer();
    showLate(<UpdateNotice offer={offer} />);
  }
  offer.found(found.map(({ name, version }) => `${name} ${version}`).join(', '));
}
export { recoverMissingCode } from './recover-missing-code';
