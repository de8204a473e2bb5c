/**
 * PostgREST's operators that the product does not use. `match` and `imatch` are regular expressions: a malicious one
 * blocks the database for hours with a single row. `(any)` and `(all)` repeat an operator for a list.
 */
const REFUSED = String.raw`((?:i?match|isdistinct|c[sd]|ov|s[lr]|nx[lr]|adj|(?:p[lh]|w)?fts)(?:\([^)]*\))?|\w+\((?:any|all)\))\.`;
const REFUSED_FILTER = new RegExp(String.raw`^\s*(?:not\.)*${REFUSED}`, 'i');
const REFUSED_IN_LOGIC = new RegExp(String.raw`\.\s*${REFUSED}`, 'i');
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
const LOGIC = /(^|\.)(and|or)$/;

const MAX_DEPTH = 3;
/** Characters. The product's longest selection has less than 100. */
const MAX_SELECTION = 1_000;
/** Characters: a hundred ids. */
const MAX_FILTER = 4_000;

/**
 * Refuses queries that would load the database for long: regular expressions and other unused operators, deep
 * embedding, long filters. PostgREST has no setting for this; on hosted projects the statement timeout cancels them.
 * @returns why the query is refused, for the caller
 */
export function refuseQuery(parameters: URLSearchParams): string | undefined {
  for (const [name, value] of parameters) {
    const shownName = `'${name.slice(0, 60)}'`;
    const isSelection = name === 'select';
    if (value.length > (isSelection ? MAX_SELECTION : MAX_FILTER))
      return `${shownName} is too long`;
    // Lite writes the name of a type into the SQL verbatim.
    if (isSelection && value.includes('::')) return 'Casts are not offered';
    const isLogic = LOGIC.test(name);
    if ((isSelection || isLogic) && nesting(value) > MAX_DEPTH)
      return `${shownName} is nested too deeply`;
    const refused = isLogic
      ? REFUSED_IN_LOGIC.exec(value.replaceAll(QUOTED, ''))
      : REFUSED_FILTER.exec(value);
    if (refused) return `The operator '${refused[1]}' is not offered`;
  }
  return undefined;
}

/** Returns the nesting depth of the parentheses in a text. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '(') deepest = Math.max(deepest, ++depth);
    else if (character === ')') depth -= 1;
  }
  return deepest;
}
