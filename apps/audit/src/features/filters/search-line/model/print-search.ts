import { namedFields } from './fields';
import { RECENT } from '../../../../state/audit-state';
import { printEnd } from './ends';
import { quote, quoteWord, quoteWords } from './scan';
import type { TypedSearch, TypedTerms } from './typed-search';

function printFields(terms: TypedTerms): string[] {
  const printed: string[] = [];
  const put = (field: string, value: string | undefined) => {
    if (value !== undefined) printed.push(`${field}:${quote(value)}`);
  };
  put('user', terms.user);
  for (const action of terms.actions) put('action', action);
  for (const field of [...namedFields.slice(1), 'conversation'] as const) put(field, terms[field]);
  return printed;
}

/** Formats a search as a line that parses to the same search. */
export function printSearch(search: TypedSearch): string {
  const { dates, not } = search;
  const parts = printFields(search);
  if (dates === 'recent') parts.push(`after:${RECENT}`);
  else {
    if (dates.from !== undefined) parts.push(`after:${printEnd(dates.from, 'after')}`);
    if (dates.to !== undefined) parts.push(`before:${printEnd(dates.to, 'before')}`);
  }
  parts.push(...printFields(not).map((term) => `-${term}`));
  if (search.q !== '') parts.push(quoteWords(search.q));
  if (not.q !== '') parts.push(`-${quoteWord(not.q)}`);
  return parts.join(' ');
}
