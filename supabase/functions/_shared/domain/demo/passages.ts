import MiniSearch from 'minisearch';

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

/** Cuts a text into passages: at blank lines, and long ones between sentences. */
export function splitIntoPassages(text: string, source: string): Passage[] {
  return text
    .split(/(?:\r?\n[ \t]*){2,}/)
    .flatMap((block) => (block.length > LONGEST_PASSAGE ? block.split(/(?<=[.!?])\s+/) : [block]))
    .map((passage) => passage.trim())
    .filter((passage) => passage !== '')
    .map((passage) => ({ text: passage.slice(0, LONGEST_PASSAGE), source }));
}

/** The passages that fit a question best, best first. The order depends on nothing but the input. */
export function rankPassages(
  passages: readonly Passage[],
  question: string,
  limit: number,
): Passage[] {
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    processTerm: searchTerm,
  });
  index.addAll(passages.map(({ text }, id) => ({ id, text })));
  return index
    .search(question, {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    })
    .sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id))
    .flatMap(({ id }) => passages[Number(id)] ?? [])
    .slice(0, limit);
}

function searchTerm(word: string): string | null {
  const term = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return term.length < 2 || STOP_WORDS.has(term) ? null : term;
}
