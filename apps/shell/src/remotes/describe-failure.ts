import type { RemoteFailureReason } from '@homie/composition';

/** A failure in words for the person in front of it. */
export interface FailureDescription {
  title: string;
  description: string;
}

const PARTS: Readonly<Record<string, string>> = {
  chat: 'The chat',
  admin: 'The administration',
  audit: 'The audit log',
  health: 'The health page',
};

const WHAT: Record<RemoteFailureReason, string> = {
  manifest: 'is not available',
  unknown: 'is not part of this installation',
  incompatible: 'does not fit this version of the application',
  origin: 'comes from a place that is not allowed here',
  unverified: 'could not be verified',
  slow: 'is taking too long to load',
  network: 'could not be loaded',
  missing: 'could not be loaded',
  crashed: 'stopped working',
};

const WHAT_TO_DO: Record<RemoteFailureReason, string> = {
  manifest: 'The list of parts did not arrive.',
  unknown: 'An administrator can add it.',
  incompatible: 'An update is probably on its way.',
  origin: 'An administrator can allow it.',
  unverified: 'It was not run, to be safe.',
  slow: 'The connection may be slow.',
  network: 'It may be down for a moment.',
  missing: 'A file of it is missing.',
  crashed: 'Messages you sent are saved.',
};

/** What failed, what still works and what to do. */
export function describeFailure(name: string, reason: RemoteFailureReason): FailureDescription {
  const part = PARTS[name] ?? `The part ‘${name}’`;
  return {
    title: `${part} ${WHAT[reason]}`,
    description: `${WHAT_TO_DO[reason]} The menu above and everything else still work.`,
  };
}
