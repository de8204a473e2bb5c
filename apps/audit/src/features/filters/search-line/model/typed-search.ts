import type { NamedField } from './fields';

/** What rows are to have, or not to have. Names stand as they are written; an id may stand in their place. */
export type TypedTerms = Partial<Record<NamedField | 'conversation', string>> & {
  actions: readonly string[];
  /** The keyword; '' is none. */
  q: string;
};

/** The dates of a search, both ends included: days of the shown clock or moments. */
export interface TypedDates {
  from?: string | undefined;
  to?: string | undefined;
}

/** What a line asks for. */
export interface TypedSearch extends TypedTerms {
  /** 'recent' is the last 14 days. */
  dates: 'recent' | TypedDates;
  not: TypedTerms;
}

/** A search for everything. */
export function emptySearch(): TypedSearch {
  return { dates: {}, actions: [], q: '', not: { actions: [], q: '' } };
}
