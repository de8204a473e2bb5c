import type { AuditProblem } from '@homie/contracts';

/** What a verification found, as far as it is told in words. */
export interface Findings {
  links: number;
  purged: number;
  problem: AuditProblem | null;
  checkpoint: { seq: number; madeAt: string; keyId: string } | null;
  /** Where the entries stand that were looked at; null for all of the log. */
  range: { first: number; last: number } | null;
}

const number = (count: number) => count.toLocaleString('en');

/** The outcome in a few words. */
export function verdictOf({ problem, range }: Findings): string {
  if (problem) return 'Something does not fit';
  return range ? 'The chain is intact in this range' : 'The chain is intact';
}

/** The first thing that does not fit, in plain words. */
export function describeProblem({ code, seq }: AuditProblem): string {
  const place = seq === null ? '' : number(seq);
  switch (code) {
    case 'entry_changed':
      return `Entry ${place} is not what was recorded. It was changed afterwards.`;
    case 'entry_missing':
      return `Entry ${place} is gone, and no recorded purge has taken it.`;
    case 'entry_unlinked':
      return 'An entry has no place in the chain. It was not recorded the regular way, or its place was removed.';
    case 'link_missing':
      return `Place ${place} of the chain is missing. An entry was taken out there.`;
    case 'link_changed':
      return `Place ${place} does not follow from the one before. Entries were changed, put in or reordered there.`;
    case 'end_missing':
      return `The chain ends elsewhere than its last writing says, at place ${place}. Entries at the end were taken away or put in.`;
    case 'checkpoint_beyond_end':
      return `A signed checkpoint knows entry ${place}, and the chain ends before it. The end was cut off.`;
    case 'checkpoint_differs':
      return `At entry ${place} the chain is not the one that was signed. It was rewritten.`;
    case 'checkpoint_invalid':
      return 'The last checkpoint is not signed with a key of this server. It was changed, or the key was.';
  }
}

/** Whether there is an entry to look at: one that is gone has none. */
export function hasEntry({ code, entryId }: AuditProblem): boolean {
  return entryId !== null && code !== 'entry_missing';
}

/** What was looked at, in a sentence. */
export function describeExtent({ links, purged }: Findings): string {
  const gone =
    purged === 0 ? '' : ` ${number(purged)} of them were purged, and the purges are on record.`;
  return `${number(links)} ${links === 1 ? 'entry was' : 'entries were'} checked.${gone}`;
}

/** What an intact chain proves. */
export function describeProof({ checkpoint, links, range }: Findings): string[] {
  if (range && links === 0) return ['Nothing was recorded then, as far as the log knows.'];
  if (range)
    return [
      `From place ${number(range.first)} to ${number(range.last)} of the chain no entry was edited, taken out, put in or reordered without the chain showing it.`,
    ];
  return [
    'No entry was edited, taken out, put in or reordered without the chain showing it.',
    checkpoint
      ? `Up to entry ${number(checkpoint.seq)} nothing was cut off or rewritten either: a signed checkpoint that is kept outside the log says the same.`
      : 'There was no checkpoint yet to compare with. One is made from time to time, and with each export.',
  ];
}

/** What it cannot prove. */
export function describeLimits({ links, checkpoint, range }: Findings): string[] {
  if (range)
    return [
      'Entries before and after were not looked at, so all of the chain could have been rewritten together. Verify all entries to compare it with the signed checkpoint.',
      'It says nothing of what was never recorded.',
    ];
  return [
    ...describeUnsigned(links, checkpoint?.seq),
    'Whoever holds both the database and the signing key can still forge all of it. Exports kept elsewhere would show it.',
    'It says nothing of what was never recorded.',
  ];
}

/** What no checkpoint stands for. */
function describeUnsigned(links: number, signed: number | undefined): string[] {
  const unsigned = links - (signed ?? 0);
  if (unsigned <= 0) return [];
  const which =
    signed === undefined
      ? 'No entry is covered by a checkpoint'
      : `The newest ${unsigned === 1 ? 'entry is' : `${number(unsigned)} entries are`} not covered by a checkpoint`;
  return [
    `${which}: somebody with full access to the database could cut ${unsigned === 1 ? 'it' : 'them'} off or rewrite ${unsigned === 1 ? 'it' : 'them'}.`,
  ];
}
