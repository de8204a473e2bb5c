/** What is not plain printable ASCII or would be changed by collapsing whitespace; most cells have none of it. */
const IRREGULAR = /[^ -~]|^ | $| {2}/;
const DASHES = /[\p{Pd}\u2212]/gu;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u2035\u02bc\u00b4\u2039\u203a]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb]/g;
const OTHERS = /[^ -~]/gu;
/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@]/;

/** The text in plain printable ASCII: dashes and quotes simplified, whitespace collapsed, others as underscores. */
function toAscii(text: string): string {
  if (!IRREGULAR.test(text)) return text;
  return text
    .replace(DASHES, '-')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(/\s+/g, ' ')
    .replace(OTHERS, '_')
    .trim();
}

/**
 * A value as a cell of a CSV file that a spreadsheet opens as text: never a formula, never a line of its own. The guard
 * comes after the rest, so that it also sees what only looks like a formula once it is trimmed or simplified.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string): string {
  const text = toAscii(value);
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return `"${guarded.replaceAll('"', '""')}"`;
}
