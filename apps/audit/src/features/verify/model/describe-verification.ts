import type { AuditProblem } from '@homie/contracts';

/** The result of a verification, as far as it is described in words. */
export interface Findings {
  links: number;
  purged: number;
  problem: AuditProblem | null;
  checkpoint: {
    seq: number;
    madeAt: string;
    keyId: string;
    /** The server also stores it outside the database. */
    outsideDatabase: boolean;
  } | null;
  /** The positions of the first and the last verified entry; null for the whole log. */
  range: { first: number; last: number } | null;
}

const number = (count: number) => count.toLocaleString('en-AU');

/** Describes the outcome in a few words. */
export function describeOutcome({ problem, range }: Findings): string {
  if (problem) return "Something doesn't match";
  return range ? 'The chain is intact in this range' : 'The chain is intact';
}

/** Describes the first mismatch in plain words. */
export function describeProblem({ code, seq }: AuditProblem): string {
  const position = seq === null ? '' : number(seq);
  switch (code) {
    case 'entry_changed':
      return `Entry ${position} was changed after it was recorded.`;
    case 'entry_missing':
      return `Entry ${position} is missing, and no recorded purge removed it.`;
    case 'entry_unlinked':
      return 'An entry is not in the chain. It was not recorded by this system, or its link was removed.';
    case 'link_missing':
      return `Link ${position} of the chain is missing. An entry was removed there.`;
    case 'link_changed':
      return `Link ${position} doesn't follow from the one before. Entries were changed, added or reordered there.`;
    case 'end_missing':
      return `The chain stops at link ${position}, which is not where it was last written. Entries were removed from or added to the end.`;
    case 'checkpoint_beyond_end':
      return `A signed checkpoint includes entry ${position}, but the chain stops before it. The end was removed.`;
    case 'checkpoint_differs':
      return `At entry ${position} the chain differs from the one that was signed. It was rewritten.`;
    case 'checkpoint_invalid':
      return 'The last checkpoint is not signed with a key of this server. It was changed, or the key was.';
    case 'checkpoint_missing':
      return `The server has signed the chain up to entry ${position}, but that checkpoint was removed from the database. Entries may have been removed or rewritten with it.`;
    case 'checkpoint_file_missing':
      return "The server's own copy of the last checkpoint is missing, so it can't tell whether the chain was cut off or rewritten.";
  }
}

/** Tests whether a problem has an entry to open: a missing entry has none. */
export function hasEntry({ code, entryId }: AuditProblem): boolean {
  return entryId !== null && code !== 'entry_missing';
}

/** Describes the number of verified and purged entries. */
export function describeExtent({ links, purged }: Findings): string {
  const gone =
    purged === 0 ? '' : ` ${number(purged)} of them were purged, and the purges are on record.`;
  return `${number(links)} ${links === 1 ? 'entry was' : 'entries were'} checked.${gone}`;
}

/** Describes the guarantees of an intact chain. */
export function describeProof({ checkpoint, links, range }: Findings): string[] {
  if (range && links === 0) return ['The log has no entries for this time.'];
  if (range)
    return [
      `From link ${number(range.first)} to ${number(range.last)} of the chain, no entry has been changed, removed, added or reordered.`,
    ];
  return [
    'No entry has been changed, removed, added or reordered.',
    describeCheckpoint(checkpoint),
  ];
}

function describeCheckpoint(checkpoint: Findings['checkpoint']): string {
  if (!checkpoint)
    return 'There is no checkpoint to compare with yet. One is made regularly, and with each export.';
  const position = number(checkpoint.seq);
  return checkpoint.outsideDatabase
    ? `Nothing up to entry ${position} was cut off or rewritten: it matches the last signed checkpoint, which the server also stores outside the database.`
    : `Up to entry ${position} it matches the last signed checkpoint in the database.`;
}

/** Describes the limits of the verification. */
export function describeLimits({ links, checkpoint, range }: Findings): string[] {
  if (range)
    return [
      'Entries before and after were not checked, so the whole chain could have been rewritten. Verify all entries to compare it with the signed checkpoint.',
      "It can't show what was never recorded.",
    ];
  return [
    ...describeUnsigned(links, checkpoint?.seq),
    describeForgery(checkpoint),
    'The database checks the chain, so its owner could make it return a false result. An exported file is checked without it.',
    "It can't show what was never recorded.",
  ];
}

/** Describes who could forge the log without being detected by this verification. */
function describeForgery(checkpoint: Findings['checkpoint']): string {
  return checkpoint?.outsideDatabase === false
    ? "The owner of the database could remove entries together with their checkpoints. Only the function's log, and checkpoints or exports stored elsewhere, would show it."
    : "The owner of both the database and the server's data folder could forge the whole log. Only the server's log, and checkpoints or exports stored elsewhere, would show it.";
}

/** Describes the entries that no checkpoint covers. */
function describeUnsigned(links: number, signed: number | undefined): string[] {
  const unsigned = links - (signed ?? 0);
  if (unsigned <= 0) return [];
  const which =
    signed === undefined
      ? 'No entry is covered by a checkpoint'
      : `The newest ${unsigned === 1 ? 'entry is' : `${number(unsigned)} entries are`} not covered by a checkpoint`;
  return [
    `${which}: someone with full access to the database could cut ${unsigned === 1 ? 'it' : 'them'} off or rewrite ${unsigned === 1 ? 'it' : 'them'}.`,
  ];
}
