import { isStorable } from '../../http/storable-text.ts';
import { ScimError } from './scim-response.ts';

/** An attribute, in lower case, that must have the value. */
export interface Condition {
  attribute: string;
  value: string | number | boolean | null;
}

const MAX_LENGTH = 1_000;
const MAX_DEPTH = 20;
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const OTHER_OPERATORS = new Set(['ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']);
/** Attributes may be named with their schema. */
const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

function invalid(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidFilter');
}

function splitTokens(text: string): string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  let position = 0;
  while (position < end) {
    TOKEN.lastIndex = position;
    const found = TOKEN.exec(text);
    if (!found) throw invalid('The filter has a text without an end.');
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
    position = TOKEN.lastIndex;
  }
  return tokens;
}

function parseValue(token: string): Condition['value'] {
  let value: unknown;
  try {
    value = JSON.parse(token);
  } catch {
    throw invalid('A value of the filter is neither a text in double quotes nor true or false.');
  }
  if (typeof value === 'object' && value !== null)
    throw invalid('A value of the filter is a list.');
  if (!isStorable(value)) throw invalid('A value of the filter has an invalid character.');
  return value as Condition['value'];
}

/** Returns the name of an attribute in lower case and without its schema: names are case-insensitive. */
export function normalizeAttribute(name: string): string {
  return name.toLowerCase().replace(SCHEMA, '');
}

/**
 * Parses a filter of RFC 7644, section 3.4.2.2, that joins comparisons with `eq` by `and`, also in brackets:
 * `emails[type eq "work"].value eq "…"` are conditions of `emails.type` and `emails.value`. The result contains values,
 * which are passed to the database as parameters.
 * @throws {ScimError} invalidFilter
 */
export function parseFilter(text: string): Condition[] {
  if (text.length > MAX_LENGTH)
    throw invalid(`The filter is longer than ${MAX_LENGTH} characters.`);
  const tokens = splitTokens(text);
  const conditions: Condition[] = [];
  let position = 0;
  const next = () => tokens[position++];

  function parseTerm(depth: number, parent = ''): void {
    if (depth > MAX_DEPTH) throw invalid('The filter has too many parentheses.');
    const token = next();
    if (token === '(') {
      parseTerms(depth + 1, parent);
      if (next() !== ')') throw invalid('The filter has a parenthesis without an end.');
      return;
    }
    if (token?.toLowerCase() === 'not') throw invalid('The operator not is not supported.');
    if (token === undefined || !/^[a-z][\w.:$-]*$/i.test(token))
      throw invalid('The filter must compare an attribute with a value.');
    let attribute = parent + normalizeAttribute(token);
    if (tokens[position] === '[' && parent === '') {
      position += 1;
      parseTerms(depth + 1, `${attribute}.`);
      if (next() !== ']') throw invalid('The filter has a bracket without an end.');
      if (!tokens[position]?.startsWith('.')) return;
      attribute += next()?.toLowerCase() ?? '';
    }
    const operator = next()?.toLowerCase();
    if (operator !== 'eq')
      throw invalid(
        OTHER_OPERATORS.has(operator ?? '')
          ? `The operator ${operator} is not supported, only eq.`
          : 'The filter must compare an attribute with a value.',
      );
    conditions.push({ attribute, value: parseValue(next() ?? '') });
  }

  function parseTerms(depth: number, parent = ''): void {
    parseTerm(depth, parent);
    while (tokens[position]?.toLowerCase() === 'and') {
      position += 1;
      parseTerm(depth, parent);
    }
  }

  parseTerms(0);
  if (position < tokens.length)
    throw invalid('The filter must join its comparisons by and, not by anything else.');
  return conditions;
}
