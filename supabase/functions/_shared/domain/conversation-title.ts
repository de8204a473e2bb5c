const TITLE_MAX_LENGTH = 60;
const CUT = '...';
/** More of a line is not looked at: what it takes to find marks grows with the square of its length. */
const BEGINNING = /^.{0,1000}/u;
const FENCE_OR_RULE = /^\s*(?:`{3,}|~{3,}|(?:[-*_=]\s*){3,}$)/;
const LINE_MARKS = /^(?:\s|[#>*+|-]+\s|\d+[.)]\s|\[[ xX]\]\s)+/;
const LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const EMPHASIS = /(\*{1,3}|_{2,3}|~~|`+)(?=\S)(.*?\S)\1/g;

/**
 * The title of a conversation that nobody named: the first line of its first message that says something, else the name
 * of its first file.
 * @returns undefined when there is neither
 */
export function automaticTitle({
  content = '',
  fileNames = [],
}: {
  content?: string | undefined;
  fileNames?: readonly string[];
}): string | undefined {
  const words = content
    .split(/[\r\n\u2028\u2029]+/)
    .map(withoutMarks)
    .find(isVisible);
  const title = words ?? fileNames.map(collapsed).find(isVisible);
  return title === undefined ? undefined : shortened(title);
}

/** The words of a line of Markdown; empty for one that is nothing but marks. */
function withoutMarks(whole: string): string {
  const [line = ''] = BEGINNING.exec(whole.trimStart()) ?? [];
  if (FENCE_OR_RULE.test(line)) return '';
  const plain = line.replace(LINE_MARKS, '').replace(LINK, '$1').replace(EMPHASIS, '$2');
  return collapsed(plain.replace(/^[#>*+-]+$/, ''));
}

function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{S}\p{P}]/u.test(text);
}

function collapsed(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Cut at the end of a word, or of a character where one word is too long. */
function shortened(text: string): string {
  if (text.length <= TITLE_MAX_LENGTH) return text;
  const room = TITLE_MAX_LENGTH - CUT.length;
  const end = text.lastIndexOf(' ', room);
  if (end > room / 2) return `${text.slice(0, end)}${CUT}`;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (kept.length + segment.length > room) break;
    kept += segment;
  }
  return `${kept.trim()}${CUT}`;
}
