import { useQueryClient } from '@homie/api-client';
import { usePreloadRemote } from '@homie/composition';
import { savesData } from '@homie/widgets';
import { useAdminApi } from '../data/admin-api';
import { sectionScreens } from './section-screens';
import { OWN_NAME, type Section } from './sections';

/**
 * Returns a function that loads the code of a section and requests its list before it is opened, unless the user saves
 * data. Failures are ignored: opening the section loads both again.
 */
export function usePrefetchSection(): (section: Section) => void {
  const client = useQueryClient();
  const { admin, api } = useAdminApi();
  const preload = usePreloadRemote();
  return ({ id, remote }) => {
    if (remote === undefined) return;
    preload(remote);
    const load = remote === OWN_NAME ? sectionScreens[id] : undefined;
    if (!load || savesData()) return;
    load().then(
      (screen) => screen.prefetch?.(client, admin, api),
      () => undefined,
    );
  };
}
