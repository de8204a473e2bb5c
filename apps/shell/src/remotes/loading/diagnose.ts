import type { RemoteFailureReason } from '@homie/composition';

/** The number of concurrent requests. */
const AT_ONCE = 6;

/** The reason why a release did not load. */
export interface Finding {
  reason: RemoteFailureReason;
  /** A message for the operator; '' if nothing is known. */
  text: string;
}

/**
 * Finds the reason why a release did not load: a browser reports the same error if a script is missing, differs from
 * the release, or the server does not respond.
 * @param scripts the hashes of its scripts by their addresses, the most important one first
 */
export async function diagnose(scripts: Readonly<Record<string, string>>): Promise<Finding> {
  const waiting = Object.entries(scripts);
  while (waiting.length > 0) {
    const findings = await Promise.all(
      waiting.splice(0, AT_ONCE).map(([address, hash]) => check(address, hash)),
    );
    const finding = findings.find((found) => found !== null);
    if (finding) return finding;
  }
  const isKnown = Object.keys(scripts).length > 0;
  return {
    reason: 'network',
    text: isKnown ? 'All of its scripts are available now, as released.' : '',
  };
}

async function check(address: string, integrity: string): Promise<Finding | null> {
  const { origin, pathname } = new URL(address);
  const file = pathname.split('/').pop();
  const fetchFresh = (options: RequestInit) =>
    fetch(address, { ...options, cache: 'no-store' }).catch(() => null);
  const whole = await fetchFresh({ integrity });
  const answer = whole ?? (await fetchFresh({}));
  if (!answer) return { reason: 'network', text: `${origin} does not respond.` };
  if (!answer.ok)
    return {
      reason: 'missing',
      text: `${file} is missing: the server responded with ${answer.status}.`,
    };
  return whole ? null : { reason: 'unverified', text: `${file} differs from the released file.` };
}
