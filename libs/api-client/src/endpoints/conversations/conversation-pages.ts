import type { ConversationList, ConversationRow } from '@homie/contracts';

/** What decides where a conversation stands in a list. */
type Place = Pick<ConversationRow, 'id' | 'pinned' | 'updated_at'>;

/** One reading of the list. */
export interface ConversationPage extends Pick<ConversationList, 'rows' | 'nextCursor'> {
  /** Where it ended when it was read; its last row may have moved since. Null where the list ends. */
  end: Place | null;
}

/** A list as far as it was read. */
export interface ConversationPages {
  pages: ConversationPage[];
  pageParams: string[];
}

/** A page as the server answered it. */
export function toPage({ rows, nextCursor }: ConversationList): ConversationPage {
  return { rows, nextCursor, end: nextCursor === null ? null : (rows.at(-1) ?? null) };
}

/** Milliseconds and what is left of a moment: the database counts microseconds, which a Date cuts off. */
function moment(text: string): [number, string] {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  return [Date.parse(text), fraction.padEnd(6, '0').slice(3, 6)];
}

/** The server's order: pinned first, then the newest activity. Negative when `a` stands before `b`. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  const [at, aRest] = moment(a.updated_at);
  const [bt, bRest] = moment(b.updated_at);
  if (at !== bt) return bt - at;
  if (aRest !== bRest) return aRest < bRest ? 1 : -1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

/** The list without a conversation; the same object when it was not in it. */
export function withoutRow(list: ConversationPages, id: string): ConversationPages {
  if (!list.pages.some(({ rows }) => rows.some((row) => row.id === id))) return list;
  const pages = list.pages.map((page) => ({
    ...page,
    rows: page.rows.filter((row) => row.id !== id),
  }));
  return { ...list, pages };
}

/**
 * The list with a conversation as it is now, where it belongs. One that belongs after what was read so far is left out:
 * reading on brings it.
 */
export function withRow(list: ConversationPages, row: ConversationRow): ConversationPages {
  const others = withoutRow(list, row.id);
  const last = others.pages.at(-1);
  if (last === undefined) return list;
  if (last.end !== null && comparePlaces(row, last.end) > 0) return others;
  const comesBefore = (other: Place) => comparePlaces(row, other) < 0;
  const found = others.pages.findIndex(({ rows }) => rows.some(comesBefore));
  const into = found === -1 ? others.pages.length - 1 : found;
  const pages = others.pages.map((page, index) => {
    if (index !== into) return page;
    const at = page.rows.findIndex(comesBefore);
    return { ...page, rows: page.rows.toSpliced(at === -1 ? page.rows.length : at, 0, row) };
  });
  return { ...others, pages };
}

/** All rows read so far, each once. */
export function rowsOf({ pages }: ConversationPages): ConversationRow[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
}
