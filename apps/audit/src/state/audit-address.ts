import type { AuditFilter, AuditFilterInput } from '@homie/contracts';
import { ownZone, toZone } from '../time/zone';
import {
  OPENING,
  RECENT,
  toTimestamp,
  pickTerms,
  type AuditState,
  type AuditTerms,
  type DateRange,
} from './audit-state';

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** The contract's rules of a filter. */
export interface FilterSchema {
  safeParse: (
    input: AuditFilterInput,
  ) =>
    { success: true; data: AuditFilter } | { success: false; error: { issues: readonly Issue[] } };
}

/** The state of an address, and error messages of the filter's schema for its invalid parts. */
export interface ReadAddress {
  state: AuditState;
  issues: string[];
}

/** The names of the terms in the address; excluded ones have a minus prefix. */
const TERMS = {
  userId: 'user',
  targetUserId: 'affected',
  assistantId: 'assistant',
  participantId: 'participant',
  conversationId: 'conversation',
  actions: 'actions',
  q: 'q',
} as const satisfies Record<keyof AuditTerms, string>;

const terms = Object.keys(TERMS) as (keyof AuditTerms)[]; /* the keys of the record are the terms */
const OTHERS = ['dates', 'from', 'to', 'page', 'size', 'sort', 'time'] as const;

/** Tests whether a parameter of the address belongs to the state. */
export function isOfState(name: string): boolean {
  return [...OTHERS, ...terms.flatMap((term) => [TERMS[term], `-${TERMS[term]}`])].includes(name);
}

function readTerms(query: URLSearchParams, sign: '' | '-'): AuditTerms {
  const said = (term: keyof AuditTerms) => query.get(`${sign}${TERMS[term]}`) || undefined;
  const actions = said('actions')?.split(',').filter(Boolean);
  return {
    userId: said('userId'),
    targetUserId: said('targetUserId'),
    assistantId: said('assistantId'),
    participantId: said('participantId'),
    conversationId: said('conversationId')?.toLowerCase(),
    actions: actions && actions.length > 0 ? [...new Set(actions)] : undefined,
    q: said('q'),
  };
}

function readDates(query: URLSearchParams): AuditState['dates'] {
  const range: DateRange = {};
  for (const end of ['from', 'to'] as const) {
    const said = query.get(end);
    if (said) range[end] = said;
  }
  if (range.from === RECENT && range.to === undefined) return 'recent';
  if (range.from !== undefined || range.to !== undefined) return range;
  return query.get('dates') === 'all' ? {} : 'recent';
}

function readNumber(query: URLSearchParams, name: string, usual: number): number {
  const said = query.get(name);
  return said === null || said === '' ? usual : Number(said);
}

function read(query: URLSearchParams): AuditState {
  const sort = query.get('sort');
  return {
    ...readTerms(query, ''),
    not: readTerms(query, '-'),
    dates: readDates(query),
    page: readNumber(query, 'page', OPENING.page),
    pageSize: readNumber(query, 'size', OPENING.pageSize),
    // Validated with the other fields: the filter's schema reports any other value.
    sort: (SORTS.get(sort ?? '') ?? sort ?? OPENING.sort) as AuditState['sort'],
    zone: toZone(query.get('time') ?? undefined) ?? ownZone(),
  };
}

/** A Map: in an object, `toString` would be a name too. */
const SORTS: ReadonlyMap<string, AuditState['sort']> = new Map([
  ['newest', 'created_at_desc'],
  ['oldest', 'created_at_asc'],
]);

/** Converts the state to the input of the filter's schema, with the same property names. */
function toInput(state: AuditState): AuditFilterInput {
  const { dates, not, page, pageSize, sort, zone } = state;
  const range = dates === 'recent' ? {} : dates;
  const now = new Date();
  const moment = (end: 'from' | 'to') => range[end] && toTimestamp(range[end], end, zone, now);
  return {
    ...mutable(state),
    not: mutable(not),
    from: moment('from'),
    to: moment('to'),
    page,
    pageSize,
    sort,
  };
}

function mutable(part: AuditTerms) {
  const { actions, ...rest } = pickTerms(part);
  return { ...rest, actions: actions && [...actions] };
}

function drop(part: AuditTerms, name: PropertyKey | undefined) {
  for (const term of terms) if (term === name) delete part[term];
}

/** Returns the state without the parts that failed validation. */
function without(state: AuditState, refused: readonly Issue[]): AuditState {
  const next = structuredClone(state);
  for (const {
    path: [field, part],
  } of refused) {
    if (field === 'from' || field === 'to') {
      if (next.dates !== 'recent') delete next.dates[field];
    } else if (field === 'page' || field === 'pageSize') next[field] = OPENING[field];
    else if (field === 'sort') next.sort = OPENING.sort;
    else if (field === 'not') drop(next.not, part);
    else drop(next, field);
  }
  // An address without valid dates is one without dates.
  if (isRange(state.dates) && next.dates !== 'recent' && !isRange(next.dates))
    next.dates = 'recent';
  return next;
}

function isRange(dates: AuditState['dates']): boolean {
  return dates !== 'recent' && (dates.from !== undefined || dates.to !== undefined);
}

/** Parses an address. Ignores invalid parts. @param schema the contract's schema of a filter */
export function readAddress(query: URLSearchParams, schema: FilterSchema): ReadAddress {
  const said = read(query);
  const parsed = schema.safeParse(toInput(said));
  if (parsed.success) return { state: said, issues: [] };
  const { issues } = parsed.error;
  return {
    state: without(said, issues),
    issues: [...new Set(issues.map(({ message }) => message))],
  };
}

function writeTerms(query: URLSearchParams, part: AuditTerms, sign: '' | '-') {
  for (const term of terms) {
    const value = part[term];
    if (value !== undefined && value.length > 0)
      query.set(`${sign}${TERMS[term]}`, typeof value === 'string' ? value : value.join(','));
  }
}

/** Returns the address of a state, without default values. */
export function writeAddress(state: AuditState): URLSearchParams {
  const query = new URLSearchParams();
  const { dates, page, pageSize, sort, zone } = state;
  if (dates !== 'recent') {
    if (dates.from) query.set('from', dates.from);
    if (dates.to) query.set('to', dates.to);
    if (!isRange(dates)) query.set('dates', 'all');
  }
  writeTerms(query, state, '');
  writeTerms(query, state.not, '-');
  if (sort !== OPENING.sort) query.set('sort', 'oldest');
  if (page !== OPENING.page) query.set('page', String(page));
  if (pageSize !== OPENING.pageSize) query.set('size', String(pageSize));
  // A link shows the same days to everyone.
  if (zone !== OPENING.zone || ownZone() !== OPENING.zone) query.set('time', zone);
  return query;
}
