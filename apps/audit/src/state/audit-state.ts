import { AUDIT_PAGE_SIZE, type AuditFilter } from '@homie/contracts';
import { addDays, dayOf, isDay, startOfDay, type Zone } from '../time/days';
import { isRelative, resolveRelative } from '../time/relative';

/** What can be asked of an entry, and as well be left out. */
export interface AuditTerms {
  userId?: string;
  assistantId?: string;
  participantId?: string;
  conversationId?: string;
  /** At least one, or undefined. */
  actions?: readonly string[];
  q?: string;
}

/**
 * The time range of the screen, both ends included. An end is a day of the shown clock (`2026-11-21`), a moment with its
 * offset, or relative to now (`30d`, `12h`); without an end the range is open.
 */
export interface DateRange {
  from?: string;
  to?: string;
}

/** The relative time that the screen opens with, and that 'recent' means. */
export const RECENT = '14d';

/** What the audit screen shows: the one state that the panel, the search and saved views are faces of. */
export interface AuditState extends AuditTerms {
  /** 'recent' is the last 14 days up to when the screen was opened. */
  dates: 'recent' | DateRange;
  /** What is left out. */
  not: AuditTerms;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  sort: AuditFilter['sort'];
  /** Whose clock times are shown in and days are meant by. */
  zone: Zone;
}

/** What the screen opens with. */
export const OPENING: AuditState = {
  dates: 'recent',
  not: {},
  page: 1,
  pageSize: AUDIT_PAGE_SIZE,
  sort: 'created_at_desc',
  zone: 'melbourne',
};

/** What is left by 'Reset': all of the log, whichever clock it is shown in. */
export function resetState({ zone }: AuditState): AuditState {
  return { ...OPENING, dates: {}, zone };
}

/** The terms that are set. */
export function termsOf(state: AuditTerms): AuditTerms {
  const { userId, assistantId, participantId, conversationId, actions, q } = state;
  return { userId, assistantId, participantId, conversationId, actions, q };
}

const isSet = (value: unknown) => value !== undefined;

/** How many kinds of filters are set. The dates are one. */
export function countActive({ dates, not, ...state }: AuditState): number {
  const isDated = dates === 'recent' || isSet(dates.from) || isSet(dates.to);
  return (
    Number(isDated) +
    Object.values(termsOf(state)).filter(isSet).length +
    Object.values(termsOf(not)).filter(isSet).length
  );
}

/** Resolves an end of the dates to a moment; a last day ends where the next one starts. */
export function momentOf(end: string, which: 'from' | 'to', zone: Zone, now: Date): string {
  if (isRelative(end)) return resolveRelative(end, now).toISOString();
  if (!isDay(end)) return end;
  return startOfDay(which === 'from' ? end : addDays(end, 1), zone).toISOString();
}

/** A time of the log, as it is asked: half-open, and open where it has no end. */
export type AuditTime = Pick<AuditFilter, 'from' | 'to'>;

/** Resolves the dates. A range that starts relative to now and has no end stops at now, so that its pages stay the same. */
function toTime(
  { dates, zone }: Pick<AuditState, 'dates' | 'zone'>,
  { recent, now }: OpenedAt,
): AuditTime {
  if (dates === 'recent') return recent;
  const from = dates.from && momentOf(dates.from, 'from', zone, now);
  if (dates.to === undefined && dates.from !== undefined && isRelative(dates.from))
    return { from, to: now.toISOString() };
  return { from, to: dates.to && momentOf(dates.to, 'to', zone, now) };
}

/** When the screen was opened or refreshed, and the last 14 days up to then. */
export interface OpenedAt {
  now: Date;
  recent: AuditTime;
}

/** The state as a filter of the audit log. Terms that are not set are left out. */
export function toFilter(state: AuditState, opened: OpenedAt): AuditFilter {
  const { not, page, pageSize, sort } = state;
  const { from, to } = toTime(state, opened);
  const excluded = setTerms(not);
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...setTerms(state),
    ...(Object.keys(excluded).length > 0 && { not: excluded }),
    page,
    pageSize,
    sort,
  };
}

/** The first and the last day that a filter's dates reach, by a clock. */
export function daysOf({ from, to }: AuditTime, zone: Zone): DateRange {
  return {
    from: from && dayOf(new Date(from), zone),
    // The end itself is not included.
    to: to && dayOf(new Date(new Date(to).getTime() - 1), zone),
  };
}

type FilterTerms = Pick<AuditFilter, keyof AuditTerms>;

function setTerms(terms: AuditTerms): FilterTerms {
  return Object.fromEntries(Object.entries(termsOf(terms)).filter(([, value]) => isSet(value)));
}
