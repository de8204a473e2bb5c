import type { ExtractedFile } from '../extract/extracted-file.ts';
import { filePassages, rowText, type ReadFile } from './file-passages.ts';
import { rankPassages, type Passage } from './passages.ts';
import { columnsLine, inline, tableAnswer, tablesOf } from './table-answer.ts';

/** The first line of every demo reply. */
export const DEMO_NOTICE = 'Demo mode (no AI model): I quote what I find and make nothing up.';

const ASKS_FOR_ALL =
  /\b(?:summar\w*|overview|what(?:'s| is| does| do)? (?:in|this|the|these)? ?(?:file|document|attachment|sheet|table)s?(?: say| contain)?)\b/i;
const ANEW = '\n\nI cannot go on from there, so I begin anew.\n\n';
const QUOTES = 3;
const OPENING_QUOTES = 2;
const LISTED = 25;

/** A greeting's answer: what the demo can do. */
export function greetingAnswer(assistantLabel: string): string {
  return reply(
    `Hello, this is ${assistantLabel}. In this demo I can`,
    [
      '- quote passages from files that you attach, with page, sheet or row,',
      '- count rows and work out totals and averages over tables,',
      '- find what was said earlier in this conversation,',
      '- list the participants, assistants and conversations that you may see.',
    ].join('\n'),
    'Try asking: *Which participants am I assigned to?*',
  );
}

/** A list of records: how many, and which. */
export function listAnswer(
  { one, many }: { one: string; many: string },
  entries: readonly string[],
): string {
  if (entries.length === 0) return reply(`I found no ${many} that you may see.`);
  const rest = entries.length - LISTED;
  return reply(
    `I found **${entries.length} ${entries.length === 1 ? one : many}** that you may see:`,
    [
      ...entries.slice(0, LISTED).map((entry) => `- ${entry}`),
      ...(rest > 0 ? [`- and ${rest} more`] : []),
    ].join('\n'),
  );
}

/**
 * What is missing of an answer after the words that are written already. Where they are not how the answer begins, it
 * says so and begins anew.
 */
export function goOnAfter(written: string, answer: string): string {
  const begun = written.split(ANEW).at(-1) ?? '';
  return answer.startsWith(begun) ? answer.slice(begun.length) : ANEW + answer;
}

/** What an answer may quote from. */
interface SearchMaterial {
  question: string;
  /** Files that came with the message, without content where nothing could be read, then those of earlier ones. */
  files: readonly { name: string; isEarlier?: boolean; content?: ExtractedFile }[];
  /** What else may be quoted, such as earlier messages and records. */
  passages: readonly Passage[];
}

/** What tables say to a question, else the passages that answer it best, word for word and with their source. */
export async function searchAnswer({ question, files, passages }: SearchMaterial): Promise<string> {
  const read = files.flatMap(({ name, content, isEarlier }) =>
    content ? [{ name, content, isEarlier: isEarlier ?? false }] : [],
  );
  const own = read.filter(({ isEarlier }) => !isEarlier);
  const unreadable = files
    .filter(({ content, isEarlier }) => !content && !isEarlier)
    .map(({ name }) => `I could not read ${inline(name)}.`);

  if (question.trim() === '' || (read.length > 0 && ASKS_FOR_ALL.test(question))) {
    const described = own.length > 0 ? own : read;
    const about = described.map(openingOf);
    const cannot = question.trim() === '' ? [] : ['I cannot summarise without a model.'];
    return about.length > 0
      ? reply(...cannot, ...about, ...unreadable)
      : reply(...unreadable, 'I found nothing to quote.');
  }

  const worked = tableAnswer(question, own);
  const workedEarlier = worked.length > 0 ? worked : tableAnswer(question, read);
  if (workedEarlier.length > 0) return reply(...workedEarlier, ...unreadable);

  const attached = read.flatMap(filePassages);
  const found = await rankPassages([...attached, ...passages], question, QUOTES);
  if (found.length === 0) {
    const places = attached.length > 0 ? 'the attached files, ' : '';
    return reply(
      `I found nothing that matches your message in ${places}this conversation or the records that you may see.`,
      ...unreadable,
    );
  }
  return reply('This is what I found:', ...found.map(quote), ...unreadable);
}

/** What a file holds and how it begins. */
function openingOf(file: ReadFile): string {
  const tables = tablesOf(file).map((each) => {
    const first = each.table.rows.slice(0, OPENING_QUOTES);
    const rows = first.map(({ cells }) => `- ${inline(rowText(each.table, cells))}`);
    return [`${columnsLine(each)}${rows.length > 0 ? ' It begins:' : ''}`, rows.join('\n')];
  });
  const opening = filePassages({ ...file, content: { ...file.content, tables: [] } });
  const quotes = opening.slice(0, OPENING_QUOTES).map(quote);
  return [
    ...(quotes.length > 0 ? [`${inline(file.name)} begins:`, ...quotes] : []),
    ...tables.flat(),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function quote({ text, source }: Passage): string {
  const lines = text.split(/\r?\n/).map((line) => `> ${line}`.trimEnd());
  return [...lines, '>', `> — *${inline(source)}*`].join('\n');
}

function reply(...paragraphs: string[]): string {
  return [DEMO_NOTICE, ...paragraphs].join('\n\n');
}
