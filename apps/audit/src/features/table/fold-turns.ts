import type { AuditLog } from '@homie/contracts';

/** A row of the table: an entry, or the entries of one turn under their newest one in the order of the page. */
export interface EntryRow {
  key: string;
  /** The entry itself, or the first of the folded ones. */
  entry: AuditLog;
  /** All entries of the turn on this page, in its order; undefined for a single entry. */
  folded?: readonly AuditLog[];
  isOpen: boolean;
  /** True if the row is an entry below its open turn. */
  isNested: boolean;
}

function getTurnId({ meta }: AuditLog): string | undefined {
  return typeof meta.turn_id === 'string' ? meta.turn_id : undefined;
}

/**
 * Folds the entries of each turn into one row, at the position of the first of them. A turn with a single entry on the
 * page stays an entry.
 * @param open the keys of turns that are open: their entries follow the row
 */
export function foldTurns(entries: readonly AuditLog[], open: ReadonlySet<string>): EntryRow[] {
  const turns = new Map<string, AuditLog[]>();
  for (const entry of entries) {
    const key = getTurnId(entry) ?? entry.id;
    turns.set(key, [...(turns.get(key) ?? []), entry]);
  }
  return [...turns].flatMap(([key, [entry, ...others]]) => {
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
