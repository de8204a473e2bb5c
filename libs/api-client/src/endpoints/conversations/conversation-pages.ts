import type { ConversationList, ConversationRow } from '@homie/contracts';

/** The fields that determine the position of a conversation in a list. */
type ListPosition = Pick<ConversationRow, 'id' | 'pinned' | 'updated_at'>;

/** A page of the list. */
export interface ConversationPage extends Pick<
  ConversationList,
  'rows' | 'nextCursor' | 'version'
> {
  /** The position of its last row when it was read; that row may have moved since. Null for the last page. */
  end: ListPosition | null;
}

/** The pages of a list that are loaded so far. */
export interface ConversationPages {
  pages: ConversationPage[];
  pageParams: string[];
}

/** Converts a response of the server to a page. */
export function toPage({ rows, nextCursor, version }: ConversationList): ConversationPage {
  return { rows, nextCursor, version, end: nextCursor === null ? null : (rows.at(-1) ?? null) };
}

/**
 * Splits a timestamp into milliseconds and remaining microseconds: the database stores microseconds, a Date truncates
 * them.
 */
function moment(text: string): [number, string] {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  return [Date.parse(text), fraction.padEnd(6, '0').slice(3, 6)];
}

/** Compares in the server's order: pinned first, then the newest activity. Negative if `a` is before `b`. */
export function comparePositions(a: ListPosition, b: ListPosition): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  const [at, aRest] = moment(a.updated_at);
  const [bt, bRest] = moment(b.updated_at);
  if (at !== bt) return bt - at;
  if (aRest !== bRest) return aRest < bRest ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

/** Returns the list without a conversation; the same object if the conversation is not in it. */
export function withoutRow(list: ConversationPages, id: string): ConversationPages {
  if (!list.pages.some(({ rows }) => rows.some((row) => row.id === id))) return list;
  const pages = list.pages.map((page) => ({
    ...page,
    rows: page.rows.filter((row) => row.id !== id),
  }));
  return { ...list, pages };
}

/**
 * Returns the list with a conversation at its current position. Omits one that belongs after the loaded pages: a later
 * page contains it.
 */
export function withRow(list: ConversationPages, row: ConversationRow): ConversationPages {
  const others = withoutRow(list, row.id);
  const last = others.pages.at(-1);
  if (last === undefined) return list;
  if (last.end !== null && comparePositions(row, last.end) > 0) return others;
  const comesBefore = (other: ListPosition) => comparePositions(row, other) < 0;
  const found = others.pages.findIndex(({ rows }) => rows.some(comesBefore));
  const into = found === -1 ? others.pages.length - 1 : found;
  const pages = others.pages.map((page, index) => {
    if (index !== into) return page;
    const at = page.rows.findIndex(comesBefore);
    return { ...page, rows: page.rows.toSpliced(at === -1 ? page.rows.length : at, 0, row) };
  });
  return { ...others, pages };
}

/** Returns all loaded rows, each once. */
export function flattenRows({ pages }: ConversationPages): ConversationRow[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
}
