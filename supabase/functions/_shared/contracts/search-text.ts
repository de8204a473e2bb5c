/** Characters that people type for each other: the plain one, and the others, which phones and word processors write. */
const FORMS = [
  ["'", '`´ʹʻʼʽ‘’‚‛′‵‹›ꞌ＇｀'],
  ['"', '«»ʺˮ“”„‟″‶〝〞〟＂'],
  ['-', '‐‑‒–—―⁃−﹘﹣－'],
  [' ', '\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000'],
] as const;

const OTHER_FORMS = FORMS.map(
  ([plain, others]) => [plain, new RegExp(`[${others}]`, 'gu')] as const,
);

/**
 * Folds the forms of a character that look alike: accents are composed, quotation marks, apostrophes, dashes and blanks
 * are plain. Accents and letter case stay. The database folds alike (`private.fold_search`).
 */
export function foldSearch(text: string): string {
  return OTHER_FORMS.reduce(
    (folded, [plain, others]) => folded.replace(others, plain),
    text.normalize('NFC'),
  );
}

/** Returns all ways to write a letter with its accents: composed, partly composed, and decomposed. */
function accentForms(letter: string): string[] {
  const marks = [...letter.normalize('NFD')];
  const join = (from: number, to?: number) => marks.slice(from, to).join('');
  const forms = marks.map((_, last) => join(0, last + 1).normalize('NFC') + join(last + 1));
  return forms.toReversed();
}

/**
 * Returns the source of a regular expression, for the flag `u`, that matches a text literally, in all forms that
 * `foldSearch` folds. Matches are in the text as it is written. The same in the database (`private.search_pattern`).
 */
export function searchPattern(text: string): string {
  return Array.from(foldSearch(text), (character) => {
    const form = FORMS.find(([plain]) => plain === character);
    if (form) return `[${form[1]}${form[0]}]`;
    const forms = accentForms(character);
    if (forms.length > 1) return `(?:${forms.join('|')})`;
    return character.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');
  }).join('');
}

/** Returns a function that checks if a text contains another, ignoring letter case and its form. */
export function textSearch(searched: string): (text: string) => boolean {
  const pattern = new RegExp(searchPattern(searched), 'iu');
  return (text) => pattern.test(text);
}
