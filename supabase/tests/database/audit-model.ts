import fc from 'fast-check';

/* Model of the audit log in plain TypeScript: applies a filter to one entry after the other. */

/** An entry in the model. */
export interface Entry {
  id: string;
  user_id: string | null;
  target_user_id: string | null;
  assistant_id: string | null;
  action: string;
  meta: string;
  created_at: string;
}

interface Terms {
  userId?: string;
  targetUserId?: string;
  assistantId?: string;
  actions?: string[];
  q?: string;
}

export interface Filter extends Terms {
  from?: string;
  to?: string;
  not?: Terms;
  page: number;
  pageSize: number;
  sort: 'created_at_desc' | 'created_at_asc';
}

const person = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
export const PEOPLE = [1, 2, 3].map(person);
export const ACTIONS = ['login', 'denied', 'run_failed', 'run_succeeded', 'role_changed'];

/** Metadata with words, ids, numbers, both, wildcards, and texts that have no skeleton. */
const METAS = [
  {},
  { provider: 'openai', model: 'gpt-4o-mini', run_id: 'resp_67c9fdce3b2a4d1f' },
  { provider: 'demo', thread_id: '7b0f3a54-0c9e-4f3b-9f0c-1d2e3f405162', duration_ms: 120 },
  { characters: 412, files: 0, note: '100%_Sure, (yes)' },
  { openai_message_id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT' },
  { after: { label: 'Café Helper 12' }, before: { label: 'Helper \\ "old"' } },
  { text: 'openai and demo '.repeat(30) },
];

/** Keywords from common to rare: words and parts of ids. */
const KEYWORDS = [
  'openai',
  'PROVIDER',
  'demo',
  'gpt-4o',
  'helper',
  '"provider": "openai"',
  'café',
  'failed',
  'run s',
  '_',
  '%',

  '67c9',
  'fdce',
  '12',
  '4',
  'b9mbs',
  'cjcv',
  'e',
  '-',
  '": ',
  '\\',
  'resp_67',
  'quixotry',
  'a and d',
];

const FIRST_DAY = Date.parse('2026-03-01T00:00:00Z');
/** Timestamps at and between midnights, over five days. */
const moment = fc
  .oneof(
    fc.nat(5).map((day) => day * 86_400),
    fc.nat(5 * 86_400),
  )
  .map((second) => new Date(FIRST_DAY + second * 1000).toISOString());

export const entryArbitrary = fc.record({
  user_id: fc.option(fc.constantFrom(...PEOPLE)),
  target_user_id: fc.option(fc.constantFrom(...PEOPLE)),
  assistant_id: fc.option(fc.constantFrom(...PEOPLE)),
  action: fc.constantFrom(...ACTIONS),
  meta: fc.constantFrom(...METAS),
  created_at: moment,
});

const terms = {
  userId: fc.constantFrom(...PEOPLE),
  targetUserId: fc.constantFrom(...PEOPLE),
  assistantId: fc.constantFrom(...PEOPLE),
  actions: fc.subarray([...ACTIONS, 'audit_purged']),
  q: fc.constantFrom(...KEYWORDS),
};
const paging = {
  page: fc.integer({ min: 1, max: 12 }),
  pageSize: fc.integer({ min: 1, max: 40 }),
  sort: fc.constantFrom('created_at_desc' as const, 'created_at_asc' as const),
};
const leftOut = fc.record(terms, { requiredKeys: [] });

/** Filters of every kind: with few terms, with a keyword, with omitted fields. */
export const filterArbitrary: fc.Arbitrary<Filter> = fc.oneof(
  fc.record(
    { from: moment, to: moment, ...terms, ...paging },
    { requiredKeys: ['page', 'pageSize', 'sort'] },
  ),
  fc.record(
    { from: moment, q: terms.q, ...paging },
    { requiredKeys: ['q', 'page', 'pageSize', 'sort'] },
  ),
  fc.record(
    { to: moment, actions: terms.actions, q: terms.q, not: leftOut, ...paging },
    { requiredKeys: ['not', 'page', 'pageSize', 'sort'] },
  ),
);

function applies(
  entry: Entry,
  { userId, targetUserId, assistantId, actions, q }: Terms,
): boolean[] {
  const holds = (text: string) => text.toLowerCase().includes((q ?? '').toLowerCase());
  return [
    ...(userId === undefined ? [] : [entry.user_id === userId]),
    ...(targetUserId === undefined ? [] : [entry.target_user_id === targetUserId]),
    ...(assistantId === undefined ? [] : [entry.assistant_id === assistantId]),
    ...(actions?.length ? [actions.includes(entry.action)] : []),
    ...(q ? [[entry.action, entry.action.replaceAll('_', ' '), entry.meta].some(holds)] : []),
  ];
}

function fits(entry: Entry, filter: Filter): boolean {
  const at = Date.parse(entry.created_at);
  return (
    (filter.from === undefined || at >= Date.parse(filter.from)) &&
    (filter.to === undefined || at < Date.parse(filter.to)) &&
    applies(entry, filter).every(Boolean) &&
    !applies(entry, filter.not ?? {}).some(Boolean)
  );
}

/** Compares entries in the order of the database: by time, then by id. */
const order = (a: Entry, b: Entry) =>
  Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1);

function inOrder(entries: Entry[], filter: Filter): Entry[] {
  const up = entries.toSorted(order);
  return filter.sort === 'created_at_asc' ? up : up.toReversed();
}

/** Returns the page that the filter requests. */
export function expectedPage(entries: Entry[], filter: Filter): { ids: string[]; total: number } {
  const found = inOrder(
    entries.filter((entry) => fits(entry, filter)),
    filter,
  );
  const begin = (filter.page - 1) * filter.pageSize;
  return {
    ids: found.slice(begin, begin + filter.pageSize).map(({ id }) => id),
    total: found.length,
  };
}

/** Returns the entries before and after an entry among the matching ones. */
export function expectedNeighbours(entries: Entry[], entry: Entry, filter: Filter) {
  const found = entries.filter((other) => other.id === entry.id || fits(other, filter));
  const ids = inOrder(found, filter).map(({ id }) => id);
  const place = ids.indexOf(entry.id);
  return { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null };
}
