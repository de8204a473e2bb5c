import MiniSearch from 'minisearch';
import { plain } from './plain-words.ts';

/** A piece of text worth quoting, and where it comes from. */
export interface Passage {
  text: string;
  source: string;
}

const STOP_WORDS = new Set(
  (
    'a about after all am an and any are as at be been before but by can could did do does for from had has have he her ' +
    'him his how i if in into is it its list me my no not of on or our please she show so tell than that the their them ' +
    'then there these they this to was we were what when where which who why will with would you your'
  ).split(' '),
);
const LONGEST_PASSAGE = 600;
/** More than this is looked through first. */
const WEIGHED = 5_000;
const BEGINNING = 4;
const PIECE = 500;

/** Cuts a text into passages: at blank lines, and long ones between sentences. */
export function splitIntoPassages(text: string, source: string): Passage[] {
  return text
    .split(/(?:\r?\n[ \t]*){2,}/)
    .flatMap((block) => (block.length > LONGEST_PASSAGE ? block.split(/(?<=[.!?])\s+/) : [block]))
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '')
    .map((passage) => ({ text: passage.slice(0, LONGEST_PASSAGE), source }));
}

/**
 * The passages that fit a question best, best first. The order depends on nothing but the input. Of very many, only those
 * are weighed that have the beginning of one of the question's words.
 */
export async function rankPassages(
  all: readonly Passage[],
  question: string,
  limit: number,
): Promise<Passage[]> {
  const passages = all.length > WEIGHED ? await withBeginnings(all, question) : all;
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    processTerm: searchTerm,
  });
  await index.addAllAsync(
    passages.map(({ text }, id) => ({ id, text })),
    { chunkSize: 200 },
  );
  return index
    .search(question, {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    })
    .sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id))
    .flatMap(({ id }) => passages[Number(id)] ?? [])
    .slice(0, limit);
}

async function withBeginnings(all: readonly Passage[], question: string): Promise<Passage[]> {
  const terms = question.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((word) => searchTerm(word) ?? []);
  if (terms.length === 0) return [];
  const begins = new RegExp(terms.map((term) => term.slice(0, BEGINNING)).join('|'));
  const found: Passage[] = [];
  for (const [index, passage] of all.entries()) {
    if (found.length === WEIGHED) break;
    if (begins.test(plain(passage.text))) found.push(passage);
    if (index % PIECE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return found;
}

function searchTerm(word: string): string | null {
  const term = plain(word);
  return term.length < 2 || STOP_WORDS.has(term) ? null : term;
}
