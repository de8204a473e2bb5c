import type { AuditLog } from '@homie/contracts';

/** A row of the table: an entry, or several that belong together, under the first of them in the order of the page. */
export interface EntryRow {
  key: string;
  /** The entry itself, or the first of the folded ones. */
  entry: AuditLog;
  /** All entries of the turn, or failed sign-ins in a row, on this page in its order; undefined for a single entry. */
  folded?: readonly AuditLog[];
  isOpen: boolean;
  /** True if the row is an entry below its open turn or sign-ins. */
  isNested: boolean;
}

/** What a user tried whose sign-in failed, by `meta.attempted` of the entry. */
const SIGN_INS = new Map<unknown, string>([
  ['login', 'password'],
  ['second_factor', 'code'],
  ['recovery_code', 'recovery code'],
  ['passkey', 'passkey'],
  ['single_sign_on', 'single sign-on'],
]);

/** Failed sign-ins belong together if no more than this time is between two of them, in milliseconds. */
const WINDOW = 15 * 60_000;

const getTurnId = ({ meta }: AuditLog) =>
  typeof meta.turn_id === 'string' ? meta.turn_id : undefined;

/** Returns the account and the kind of a failed sign-in, or undefined for other entries. */
function getSignIn({ action, meta, user_id }: AuditLog): string | undefined {
  return action === 'denied' && SIGN_INS.has(meta['attempted'])
    ? `${String(meta['attempted'])} ${user_id}`
    : undefined;
}

/** Returns when an entry began and ended: an entry of repeats covers the time since the first attempt. */
function getPeriod({ meta, created_at }: AuditLog): { start: number; end: number } {
  const end = Date.parse(created_at);
  const since = typeof meta['since'] === 'string' ? Date.parse(meta['since']) : Number.NaN;
  return { start: Number.isNaN(since) ? end : Math.min(since, end), end };
}

/** Returns whether so little time is between two failed sign-ins that they belong together, in any order. */
function isNear(one: AuditLog, other: AuditLog): boolean {
  const [first, second] = [getPeriod(one), getPeriod(other)];
  return first.start - second.end <= WINDOW && second.start - first.end <= WINDOW;
}

/**
 * Folds the entries of each turn, and repeated failed sign-ins to one account, into one row at the position of the first
 * of them. A single entry stays one.
 * @param open the keys of rows that are open: their entries follow the row
 */
export function foldEntries(entries: readonly AuditLog[], open: ReadonlySet<string>): EntryRow[] {
  const groups = new Map<string, AuditLog[]>();
  const signIns = new Map<string, { key: string; last: AuditLog }>();
  for (const entry of entries) {
    const signIn = getSignIn(entry);
    let key = getTurnId(entry) ?? entry.id;
    if (signIn !== undefined) {
      const earlier = signIns.get(signIn);
      key = earlier && isNear(earlier.last, entry) ? earlier.key : `${signIn} ${entry.id}`;
      signIns.set(signIn, { key, last: entry });
    }
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups].flatMap(([key, [entry, ...others]]) => {
    if (!entry) return [];
    const single = (each: AuditLog, isNested: boolean): EntryRow => ({
      key: each.id,
      entry: each,
      isOpen: false,
      isNested,
    });
    if (others.length === 0) return [single(entry, false)];
    const folded = [entry, ...others];
    const isOpen = open.has(key);
    return [
      { key, entry, folded, isOpen, isNested: false },
      ...(isOpen ? folded.map((each) => single(each, true)) : []),
    ];
  });
}

/** Returns the first action of a turn. */
export function firstAction(folded: readonly AuditLog[]): string {
  const [first] = folded.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  return first?.action ?? '';
}

/** The attempts of folded failed sign-ins. */
export interface SignInAttempts {
  /** What was wrong, e.g. 'password'. */
  kind: string;
  /** Including the repeats within a minute, which have one entry. */
  count: number;
  first: Date;
  last: Date;
}

/** Returns the attempts of folded failed sign-ins, or undefined for a turn. */
export function countAttempts(folded: readonly AuditLog[]): SignInAttempts | undefined {
  const [entry] = folded;
  const kind = entry && getSignIn(entry) && SIGN_INS.get(entry.meta['attempted']);
  if (kind === undefined) return undefined;
  const periods = folded.map(getPeriod);
  return {
    kind,
    count: folded.reduce((sum, { meta }) => sum + (Number(meta['repeats']) || 1), 0),
    first: new Date(Math.min(...periods.map(({ start }) => start))),
    last: new Date(Math.max(...periods.map(({ end }) => end))),
  };
}
