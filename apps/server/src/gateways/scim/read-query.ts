import { normalizeAttribute } from './parse-filter.ts';
import { MAX_RESULTS } from './scim-context.ts';
import { ScimError } from './scim-response.ts';

/** A page of a list. */
export interface Page {
  /** From 1. */
  startIndex: number;
  count: number;
}

function readInteger(name: string, text: string | null, otherwise: number): number {
  if (text === null) return otherwise;
  if (!/^-?\d{1,9}$/.test(text))
    throw new ScimError(400, `${name} must be a whole number.`, 'invalidValue');
  return Number(text);
}

/** Reads the page of RFC 7644, section 3.4.2.4: smaller numbers count as the smallest. */
export function readPage(query: URLSearchParams): Page {
  return {
    startIndex: Math.max(1, readInteger('startIndex', query.get('startIndex'), 1)),
    count: Math.min(
      MAX_RESULTS,
      Math.max(0, readInteger('count', query.get('count'), MAX_RESULTS)),
    ),
  };
}

function readNames(text: string | null): Set<string> {
  const names = (text ?? '').split(',').map((name) => normalizeAttribute(name.trim()));
  return new Set(names.flatMap((name) => name.split('.')[0] || []));
}

/** Returns the attributes of a resource that the query selects; `schemas` and `id` always. */
export function selectAttributes(resource: object, query: URLSearchParams): object {
  const included = readNames(query.get('attributes'));
  const excluded = readNames(query.get('excludedAttributes'));
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase();
      if (name === 'schemas' || name === 'id') return true;
      return included.size > 0 ? included.has(name) : !excluded.has(name);
    }),
  );
}
