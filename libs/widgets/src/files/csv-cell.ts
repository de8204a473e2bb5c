/** Matches non-printable or non-ASCII characters and whitespace that would be collapsed; most cells have neither. */
const IRREGULAR = /[^ -~]|^ | $| {2}/;
const DASHES = /[\p{Pd}\u2212]/gu;
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u2035\u02bc\u00b4\u2039\u203a]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\u2036\u00ab\u00bb]/g;
const OTHERS = /[^ -~]/gu;
/** Matches the first character of a text that a spreadsheet evaluates as a formula. */
const FORMULA = /^[=+\-@]/;

/** Converts a text to printable ASCII: simplifies dashes and quotes, collapses whitespace, replaces others with `_`. */
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
 * Formats a value as a CSV cell that a spreadsheet opens as text, never as a formula or a separate line. Guards against
 * formulas last, to include text that only becomes one when it is trimmed or simplified.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvCell(value: string): string {
  const text = toAscii(value);
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** Formats a line of a CSV file; a missing value is an empty cell. https://www.rfc-editor.org/rfc/rfc4180 */
export function csvLine(values: readonly (string | null)[]): string {
  return `${values.map((value) => csvCell(value ?? '')).join(',')}\r\n`;
}
