import { plain } from './plain-words.ts';
import { GROUP, NO_EVENT } from './question-signs.ts';
import { describeColumns, splitTotals, type Column, type FileTable } from './table-columns.ts';
import { extractConditions } from './table-filters.ts';
import { AskedTable, type TableQuery } from './table-query.ts';
import { covers, findSpans, synonymSpans } from './table-spans.ts';
import { CALCULATION_WORDS, eventWords, FILLER_WORDS, NEGATIONS, stems } from './table-words.ts';

/** Longer texts are no question about a table. */
const LONGEST_QUESTION = 1_000;
/** A name of several things says nothing about which one a question means. */
const SEVERAL = /\band\b|[&,+]/i;
/** Parses a question about a table. Returns undefined if one of its words has no meaning there. */
export function parseTableQuestion(question: string, file: FileTable): TableQuery | undefined {
  if (question.length > LONGEST_QUESTION) return undefined;
  if (NO_EVENT.some((sign) => sign.test(question.trim()))) return undefined;
  const columns = describeColumns(file.table);
  const { rows, totals } = splitTotals(file.table, columns);
  const extracted = extractConditions(normalise(question, columns), columns, rows);
  if (!extracted) return undefined;
  const { text, conditions } = extracted;
  const words = stems(text);
  const events = eventWords([...file.names, ...file.table.columns].join(' '));
  const isCommon = (word: string) =>
    FILLER_WORDS.has(word) || CALCULATION_WORDS.has(word) || NEGATIONS.has(word);
  const direct = findSpans(words, columns, rows, isCommon, (word) => events.has(word));
  const title = new Set(file.names.filter((name) => !SEVERAL.test(name)).flatMap(stems));
  const spans = [...direct, ...synonymSpans(words, columns, direct, events)].sort(
    (a, b) => a.start - b.start,
  );
  const isKnown = (word: string, index: number) =>
    covers(spans, index) ||
    isCommon(word) ||
    events.has(word) ||
    title.has(word) ||
    GROUP.has(word) ||
    conditions.some((each) => each.word === word);
  if (!words.every(isKnown)) return undefined;
  const asked = new AskedTable({ text, words, spans, columns, rows, conditions, events });
  const query = asked.query();
  return query && { ...query, rows, totals, columns };
}

/** Rewrites a question in the words that the rules for questions know. */
function normalise(question: string, columns: readonly Column[]): string {
  const isColumn = (word: string) =>
    columns.some(({ stems: own }) => stems(word).some((each) => own.includes(each)));
  return plain(question)
    .replaceAll(/\bmiss(?:ed|es)?\b/g, isColumn('attended') ? 'not attend' : 'missed')
    .replaceAll(/\b(?:missing|lack(?:s|ing)?)\b/g, 'without')
    .replaceAll(/\bun([a-z]{3,})\b/g, (word, rest: string) =>
      isColumn(rest) && !isColumn(word) ? `not ${rest}` : word,
    )
    .replaceAll('’', "'")
    .replaceAll("n't", ' not')
    .replaceAll(/\b(?:please|thanks|thank you|(?:can|could) you)\b/g, ' ')
    .replaceAll(/\b(show|tell|give) (?:me|us)\b/g, 'show')
    .replaceAll(/\bhow (?:many times|often)\b/g, 'how many entries');
}
