import { collapseText } from '../contracts/text.ts';

const TITLE_MAX_LENGTH = 60;
const CUT = '...';
/**
 * The start of a line. The remainder is ignored, because the time to match Markdown is quadratic in the line's length.
 */
const BEGINNING = /^.{0,1000}/u;
const FENCE_OR_RULE = /^\s*(?:`{3,}|~{3,}|(?:[-*_=]\s*){3,}$)/;
const LINE_MARKS = /^(?:\s|[#>*+|-]+\s|\d+[.)]\s|\[[ xX]\]\s)+/;
const LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const EMPHASIS = /(\*{1,3}|_{2,3}|~~|`+)(?=\S)(.*?\S)\1/g;

/**
 * Derives the title of a conversation that has none: the first line of its first message with visible text, or else the
 * name of its first file.
 * @returns undefined if there is neither
 */
export function automaticTitle({
  content = '',
  fileNames = [],
}: {
  content?: string | undefined;
  fileNames?: readonly string[];
}): string | undefined {
  const lines = content.split(/[\r\n\u2028\u2029]+/);
  const words =
    lines.filter(isRow).length > 1 ? tableTitle(lines) : lines.map(withoutMarks).find(isVisible);
  const title = words ?? fileNames.map(collapseText).find(isVisible);
  return title === undefined ? undefined : truncateTitle(title);
}

/** Returns true for a row of a table that is pasted from a spreadsheet. */
function isRow(line: string): boolean {
  return line.trim().includes('\t');
}

/** Returns the words next to a pasted table, or else the names of its columns. */
function tableTitle(lines: readonly string[]): string {
  const words = lines
    .filter((line) => !isRow(line))
    .map(withoutMarks)
    .find(isVisible);
  if (words !== undefined) return words;
  const [first = ''] = lines.filter(isRow);
  return `Table: ${first.slice(0, 1000).split('\t').map(collapseText).filter(isVisible).join(', ')}`;
}

/** Strips the Markdown syntax from a line; returns an empty string for a line without other text. */
function withoutMarks(whole: string): string {
  const [line = ''] = BEGINNING.exec(whole.trimStart()) ?? [];
  if (FENCE_OR_RULE.test(line)) return '';
  const plain = line.replace(LINE_MARKS, '').replace(LINK, '$1').replace(EMPHASIS, '$2');
  return collapseText(plain.replace(/^[#>*+-]+$/, ''));
}

function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);
}

/** Truncates a title at a word boundary, or between characters if one word is too long. */
function truncateTitle(text: string): string {
  if (text.length <= TITLE_MAX_LENGTH) return text;
  const room = TITLE_MAX_LENGTH - CUT.length;
  const end = text.lastIndexOf(' ', room);
  if (end > room / 2) return `${text.slice(0, end)}${CUT}`;
  let included = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (included.length + segment.length > room) break;
    included += segment;
  }
  return `${included.trim()}${CUT}`;
}
