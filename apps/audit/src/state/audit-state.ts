import { AUDIT_PAGE_SIZE, type AuditFilter } from '@homie/contracts';
import { addDays, toDay, isDay, startOfDay } from '../time/days';
import type { Zone } from '../time/zone';
import { isRelative, resolveRelative } from '../time/relative';

/** The terms that filter entries, included or excluded. */
export interface AuditTerms {
  userId?: string;
  /** The affected user. */
  targetUserId?: string;
  assistantId?: string;
  participantId?: string;
  conversationId?: string;
  /** At least one, or undefined. */
  actions?: readonly string[];
  q?: string;
}

/**
 * The time range of the screen, both ends included. An end is a day of the shown clock (`2026-11-21`), a timestamp with
 * its offset, or relative to now (`30d`, `12h`); without an end the range is open.
 */
export interface DateRange {
  from?: string;
  to?: string;
}

/** The relative time that the screen opens with, and that 'recent' means. */
export const RECENT = '14d';

/** The state of the audit screen, which the panel, the search and saved views share. */
export interface AuditState extends AuditTerms {
  /** 'recent' is the last 14 days up to when the screen was opened. */
  dates: 'recent' | DateRange;
  /** The excluded terms. */
  not: AuditTerms;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  sort: AuditFilter['sort'];
  /** The time zone of displayed times and of days. */
  zone: Zone;
}

/** The initial state of the screen. */
export const OPENING: AuditState = {
  dates: 'recent',
  not: {},
  page: 1,
  pageSize: AUDIT_PAGE_SIZE,
  sort: 'created_at_desc',
  zone: 'melbourne',
};

/** Returns the state after 'Reset': the whole log, in the same time zone. */
export function resetState({ zone }: AuditState): AuditState {
  return { ...OPENING, dates: {}, zone };
}

/** Returns the terms of a state. */
export function pickTerms(state: AuditTerms): AuditTerms {
  const { userId, targetUserId, assistantId, participantId, conversationId, actions, q } = state;
  return { userId, targetUserId, assistantId, participantId, conversationId, actions, q };
}

const isSet = (value: unknown) => value !== undefined;

/** Counts the kinds of active filters. The dates are one. */
export function countActive({ dates, not, ...state }: AuditState): number {
  const isDated = dates === 'recent' || isSet(dates.from) || isSet(dates.to);
  return (
    Number(isDated) +
    Object.values(pickTerms(state)).filter(isSet).length +
    Object.values(pickTerms(not)).filter(isSet).length
  );
}

/** Resolves an end of the dates to a timestamp; a last day ends where the next one starts. */
export function toTimestamp(end: string, which: 'from' | 'to', zone: Zone, now: Date): string {
  if (isRelative(end)) return resolveRelative(end, now).toISOString();
  if (!isDay(end)) return end;
  return startOfDay(which === 'from' ? end : addDays(end, 1), zone).toISOString();
}

/** A time range of a query: half-open, and open where it has no end. */
export type AuditTime = Pick<AuditFilter, 'from' | 'to'>;

/** Resolves the dates. A range that starts relative to now and has no end stops at now, to keep its pages stable. */
function toTime(
  { dates, zone }: Pick<AuditState, 'dates' | 'zone'>,
  { recent, now }: OpenedAt,
): AuditTime {
  if (dates === 'recent') return recent;
  const from = dates.from && toTimestamp(dates.from, 'from', zone, now);
  if (dates.to === undefined && dates.from !== undefined && isRelative(dates.from))
    return { from, to: now.toISOString() };
  return { from, to: dates.to && toTimestamp(dates.to, 'to', zone, now) };
}

/** The time when the screen was opened or refreshed, and the last 14 days up to then. */
export interface OpenedAt {
  now: Date;
  recent: AuditTime;
}

/** Converts the state to a filter of the audit log. Omits terms that are not set. */
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

/** Returns the first and the last day of a filter's dates in a time zone. */
export function toDateRange({ from, to }: AuditTime, zone: Zone): DateRange {
  return {
    from: from && toDay(new Date(from), zone),
    // The end is exclusive.
    to: to && toDay(new Date(new Date(to).getTime() - 1), zone),
  };
}

type FilterTerms = Pick<AuditFilter, keyof AuditTerms>;

function setTerms(terms: AuditTerms): FilterTerms {
  return Object.fromEntries(Object.entries(pickTerms(terms)).filter(([, value]) => isSet(value)));
}
