import { plain } from './plain-words.ts';

/** A text worth quoting, and the source to cite. */
export interface Passage {
  text: string;
  source: string;
  /** The address in the app that the source links to. */
  href?: string;
  /** Words that the text is about, such as its heading. Searched, not quoted. */
  about?: string;
  /** The number by which the reply cites it. */
  number?: number;
  /** The text is Markdown. Otherwise it is quoted verbatim, line by line. */
  isMarkdown?: boolean;
}

const STOP_WORDS = new Set(
  (
    'a about after all am an and any are as at be been before but by can could did do does for from had has have he her ' +
    'him his how i if in into is it its list me my no not of on or our please she show so tell than that the their them ' +
    'then there these they this to was we were what when where which who why will with would you your'
  ).split(' '),
);
const LONGEST_PASSAGE = 600;
/** The maximum number of passages to rank: more passages are filtered first. */
const MOST_RANKED = 5_000;
const BEGINNING = 4;
const PIECE = 500;

/** Splits a text into passages at blank lines, and splits long passages between sentences. */
export function splitIntoPassages(text: string, source: string): Passage[] {
  return text
    .split(/(?:\r?\n[ \t]*){2,}/)
    .flatMap((block) => (block.length > LONGEST_PASSAGE ? block.split(/(?<=[.!?])\s+/) : [block]))
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '')
    .map((passage) => ({ text: passage.slice(0, LONGEST_PASSAGE), source }));
}

/**
 * Returns the passages to rank by a question: of more than `MOST_RANKED`, those that contain the beginning of one of its
 * words.
 */
export async function passagesToRank(
  all: readonly Passage[],
  question: string,
): Promise<readonly Passage[]> {
  if (all.length <= MOST_RANKED) return all;
  const terms = [...new Set(searchTerms(question))];
  if (terms.length === 0) return [];
  const beginnings = new RegExp(terms.map((term) => term.slice(0, BEGINNING)).join('|'));
  const found: Passage[] = [];
  for (const [index, passage] of all.entries()) {
    if (found.length === MOST_RANKED) break;
    if (beginnings.test(plain(`${passage.about ?? ''} ${passage.text}`))) found.push(passage);
    if (index % PIECE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return found;
}

/** Returns the words of a text that a search compares: without stop words, accents and plurals. */
export function searchTerms(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((word) => searchTerm(word) ?? []);
}

function searchTerm(word: string): string | null {
  const term = plain(word);
  if (term.length < 2 || STOP_WORDS.has(term)) return null;
  return term.length > LONGEST_SINGULAR
    ? term.replace(/ies$/, 'y').replace(/(?<=[^su])s$/, '')
    : term;
}

/** Words up to this length retain their final s. */
const LONGEST_SINGULAR = 3;
