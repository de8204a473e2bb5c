import { useQuery } from '@homie/api-client';
import { parseManifest, useEnvironment, type Manifest } from '@homie/composition';

/** A manifest that an environment ran, and the command that created it. */
export interface Revision {
  manifest: Manifest;
  /** ISO 8601; undefined if it is unknown. */
  at: string | undefined;
  command: string | undefined;
}

/** Reads the last revisions of this environment's manifest, newest first; none if its store does not publish them. */
export function useRevisions() {
  const { environment } = useEnvironment();
  return useQuery({
    queryKey: ['health', 'revisions', environment],
    queryFn: async ({ signal }): Promise<Revision[]> => {
      const address = `/environments/${environment}/revisions.json`;
      const response = await fetch(address, { cache: 'no-store', signal });
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      const list = (await response.json()) as { change?: { at?: string; command?: string } }[]; // validated below
      return Promise.all(
        list.map(async (revision) => ({
          manifest: (await parseManifest(revision)).manifest,
          at: revision.change?.at,
          command: revision.change?.command,
        })),
      );
    },
  });
}
