import type { RemoteHealth } from '@homie/api-client';
import type { Manifest, RemoteResolution } from '@homie/composition';
import { figuresOf } from './figures';

interface Running {
  environment: string;
  resolutions: readonly RemoteResolution[];
  /** Undefined until they are loaded. */
  counters: readonly RemoteHealth[] | undefined;
}

/** Returns the parts that need attention: they are incompatible, run a fallback, or failed in a user's browser. */
export function findTroubled(
  { remotes }: Pick<Manifest, 'remotes'>,
  { environment, resolutions, counters }: Running,
): string[] {
  const hasFailed = (remote: string) =>
    counters !== undefined && figuresOf(counters, { remote, environment }).failed > 0;
  const troubled = Object.keys(remotes).filter((remote) => {
    const here = resolutions.find(({ name }) => name === remote);
    const isRunning = here?.status === 'resolved' && here.source !== 'fallback';
    return !isRunning || hasFailed(remote);
  });
  return hasFailed('shell') ? [...troubled, 'shell'] : troubled;
}

/** Returns the ID of the element that shows a part. */
export const partId = (part: string): string => (part === 'shell' ? part : `part-${part}`);
