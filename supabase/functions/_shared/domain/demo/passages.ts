import MiniSearch from 'minisearch';
import { plain } from './plain-words.ts';

/** A text worth quoting, and the source to cite. */
export interface Passage {
  text: string;
  source: string;
  /** The address in the app that the source links to. */
  href?: string;
  /** Words that the text is about, such as its heading. Searched, not quoted. */
  about?: string;
  /** The factor that multiplies its score; 1 by default. */
  weight?: number;
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
/** Words that do not identify a topic: a match of only these words does not count. */
const VAGUE_WORDS = new Set(['like', 'good', 'know', 'should', 'need', 'want', 'find', 'today']);
const LONGEST_PASSAGE = 600;
/** The maximum number of passages to index: more passages are filtered first. */
const MOST_INDEXED = 5_000;
const BEGINNING = 4;
const PIECE = 500;
/** Passages that score below this fraction of the best score are noise. */
const WORST_SCORE = 0.45;
/** A passage answers a question if it contains at least this fraction of its words. */
const LEAST_WORDS = 1 / 3;

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
 * Returns the passages that match a question best, best first. The order is deterministic. If there are more than
 * `MOST_INDEXED` passages, indexes only those that contain the beginning of one of the question's words.
 */
export async function rankPassages(
  all: readonly Passage[],
  question: string,
  limit: number,
): Promise<Passage[]> {
  const terms = new Set(searchTerms(question));
  if (terms.size === 0) return [];
  const isClear = [...terms].some((term) => !VAGUE_WORDS.has(term));
  const passages = all.length > MOST_INDEXED ? await withBeginnings(all, terms) : all;
  const index = new MiniSearch<{ id: number; text: string; about: string }>({
    fields: ['text', 'about'],
    processTerm: searchTerm,
  });
  await index.addAllAsync(
    passages.map(({ text, about = '' }, id) => ({ id, text, about })),
    { chunkSize: 200 },
  );
  const found = index
    .search(question, {
      boost: { about: 2 },
      boostDocument: (id) => passages[Number(id)]?.weight ?? 1,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    })
    .filter(({ queryTerms }) => new Set(queryTerms).size >= terms.size * LEAST_WORDS)
    .filter(({ queryTerms }) => !isClear || queryTerms.some((term) => !VAGUE_WORDS.has(term)))
    .sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id));
  const [best] = found;
  return found
    .filter(({ score }) => best && score >= best.score * WORST_SCORE)
    .flatMap(({ id }) => passages[Number(id)] ?? [])
    .slice(0, limit);
}

/** Returns the words of a text that a search compares: without stop words, accents and plurals. */
export function searchTerms(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((word) => searchTerm(word) ?? []);
}

async function withBeginnings(
  all: readonly Passage[],
  terms: ReadonlySet<string>,
): Promise<Passage[]> {
  const beginnings = new RegExp([...terms].map((term) => term.slice(0, BEGINNING)).join('|'));
  const found: Passage[] = [];
  for (const [index, passage] of all.entries()) {
    if (found.length === MOST_INDEXED) break;
    if (beginnings.test(plain(`${passage.about ?? ''} ${passage.text}`))) found.push(passage);
    if (index % PIECE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return found;
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
