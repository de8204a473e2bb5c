import type { NamedField } from './fields';

/** The terms that rows must match, or must not match. Names are verbatim; each can also be an id. */
export type TypedTerms = Partial<Record<NamedField | 'conversation', string>> & {
  actions: readonly string[];
  /** The keyword; '' is none. */
  q: string;
};

/** The dates of a search, both ends included: days of the shown clock or timestamps. */
export interface TypedDates {
  from?: string | undefined;
  to?: string | undefined;
}

/** The search that a line describes. */
export interface TypedSearch extends TypedTerms {
  /** 'recent' is the last 14 days. */
  dates: 'recent' | TypedDates;
  not: TypedTerms;
}

/** A search for everything. */
export function emptySearch(): TypedSearch {
  return { dates: {}, actions: [], q: '', not: { actions: [], q: '' } };
}
