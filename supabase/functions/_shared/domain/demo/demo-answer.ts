import type { CitableDocument, TurnAttachment } from '../../ai/provider.ts';
import { filePassages, rowText, type ReadFile } from './file-passages.ts';
import type { Passage } from './passages.ts';
import { quote, sourceLink } from './quote.ts';
import { conversationHref, mainPoints, type EarlierConversation } from './conversation-passages.ts';
import { columnsLine, inline, tableAnswer, listFileTables } from './table-answer.ts';

/** The note with the first reply of a conversation. */
export const DEMO_NOTE =
  'Demo: no AI model is connected, so replies quote files, documents and conversations word for word.';

const ASKS_FOR_ALL =
  /\b(?:summar\w*|overview|what(?:'s| is| does| do)? (?:in|this|the|these)? ?(?:file|document|attachment|sheet|table)s?(?: say| contain)?)\b/i;
const AGAIN = '\n\nI can’t continue from there, so I’ll start again.\n\n';
const MORE = 3;
const OPENING_QUOTES = 2;
const LISTED = 25;
const POINTS = 3;

/** Returns the answer to a greeting: the features of the demo and the topics of this assistant's documents. */
export function greetingAnswer(
  assistantLabel: string,
  documents: readonly CitableDocument[],
): string {
  return reply(
    `Hello, this is ${inline(assistantLabel)}. You can ask me about:`,
    [
      ...documents.map(({ title, href, headings }) => {
        const topics = headings.map(lowerFirst).map(inline).join('; ');
        return `- **${sourceLink({ source: title, href })}**${topics === '' ? '' : `: ${topics}`}`;
      }),
      '- files that you attach: I quote page, sheet or row, and work out totals and averages',
      '- your earlier conversations',
      '- the participants, assistants and conversations you have access to',
    ].join('\n'),
    'Try asking: *Summarise my last conversation.*',
  );
}

/** Returns the number of records and a list of them. Each entry is Markdown. */
export function listAnswer(
  { one, many }: { one: string; many: string },
  entries: readonly string[],
): string {
  if (entries.length === 0) return reply(`There are no ${many} you have access to.`);
  const others = entries.length - LISTED;
  return reply(
    `You have access to **${entries.length} ${entries.length === 1 ? one : many}**:`,
    [
      ...entries.slice(0, LISTED).map((entry) => `- ${entry}`),
      ...(others > 0 ? [`- and ${others} more`] : []),
    ].join('\n'),
  );
}

/** Returns the main points of an earlier conversation as quotes. */
export function summaryAnswer(conversation: EarlierConversation): string {
  const { title, assistantLabel, messages } = conversation;
  const link = sourceLink({ source: title, href: conversationHref(conversation) });
  const count = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`;
  const points = mainPoints(conversation, POINTS);
  return reply(
    `${link} with ${inline(assistantLabel)} has ${count}.${points.length > 0 ? ' The main points of its replies:' : ''}`,
    ...points.map(quote),
  );
}

/** Returns the remainder of an answer after the text already written. If the answer starts differently, restarts it. */
export function continueAfter(written: string, answer: string): string {
  const latest = written.split(AGAIN).at(-1) ?? '';
  return answer.startsWith(latest) ? answer.slice(latest.length) : AGAIN + answer;
}

/** A file of the conversation, without content if it could not be read. */
type SearchedFile = Pick<TurnAttachment, 'name' | 'path' | 'isEarlier' | 'content'>;

interface FoundMaterial {
  /** Files of the message, then those of earlier messages. */
  files: readonly SearchedFile[];
  /** Passages that answer the question, best first. */
  found: readonly Passage[];
  /** Sources that may help if nothing answers, best first. */
  closest: readonly Pick<Passage, 'source' | 'href'>[];
}

/** Answers a question about the tables of attached files; returns undefined if a table cannot answer it. */
export function tablesAnswer(question: string, files: readonly SearchedFile[]): string | undefined {
  const read = readFiles(files);
  const newest = tableAnswer(
    question,
    read.filter(({ isEarlier }) => !isEarlier),
  );
  const answers = newest.length > 0 ? newest : tableAnswer(question, read);
  return answers.length > 0 ? reply(...answers, ...unreadable(files)) : undefined;
}

/** Answers a request for everything in the files: how each starts. Returns undefined for any other question. */
export function openingsAnswer(
  question: string,
  files: readonly SearchedFile[],
): string | undefined {
  const read = readFiles(files);
  if (question.trim() !== '' && (read.length === 0 || !ASKS_FOR_ALL.test(question)))
    return undefined;
  const own = read.filter(({ isEarlier }) => !isEarlier);
  const openings = (own.length > 0 ? own : read).map(describeOpening);
  const noSummary = question.trim() === '' ? [] : ['I can’t summarise files without a model.'];
  return openings.length > 0
    ? reply(...noSummary, ...openings, ...unreadable(files))
    : reply(...unreadable(files), 'I found nothing to quote.');
}

/** Returns the passages of files that may be quoted: of those of the message, or of earlier ones. */
export function passagesOfFiles(files: readonly SearchedFile[], isEarlier: boolean): Passage[] {
  return readFiles(files)
    .filter((file) => file.isEarlier === isEarlier)
    .flatMap(filePassages);
}

/** Quotes the best passage, verbatim and with its source, and links the next ones. Without one it names what is closest. */
export function quoteAnswer({ files, found: [best, ...others], closest }: FoundMaterial): string {
  if (best === undefined) {
    const links = linkSources(closest);
    return reply(
      'I found nothing that answers this.',
      ...(links === '' ? [] : [`Closest: ${links}`]),
      ...unreadable(files),
    );
  }
  const more = linkSources(others.filter(({ source }) => source !== best.source));
  return reply(
    'This is what I found:',
    quote(best),
    ...(more === '' ? [] : [`More: ${more}`]),
    ...unreadable(files),
  );
}

function linkSources(sources: FoundMaterial['closest']): string {
  const bySource = new Map(sources.map((each) => [each.source, each]));
  return [...bySource.values()].slice(0, MORE).map(sourceLink).join(', ');
}

function readFiles(files: readonly SearchedFile[]): (ReadFile & { isEarlier: boolean })[] {
  return files.flatMap(({ content, isEarlier = false, ...file }) =>
    content ? [{ ...file, content, isEarlier }] : [],
  );
}

function unreadable(files: readonly SearchedFile[]): string[] {
  return files
    .filter(({ content, isEarlier }) => !content && !isEarlier)
    .map(({ name }) => `I could not read ${inline(name)}.`);
}

/** Describes the content of a file and quotes its start. */
function describeOpening(file: ReadFile): string {
  const tables = listFileTables(file).map((each) => {
    const first = each.table.rows.slice(0, OPENING_QUOTES);
    const rows = first.map(({ cells }) => `- ${inline(rowText(each.table, cells))}`);
    return [`${columnsLine(each)}${rows.length > 0 ? ' It starts:' : ''}`, rows.join('\n')];
  });
  const opening = filePassages({ ...file, content: { ...file.content, tables: [] } });
  const quotes = opening.slice(0, OPENING_QUOTES).map(quote);
  return [
    ...(quotes.length > 0 ? [`${inline(file.name)} starts:`, ...quotes] : []),
    ...tables.flat(),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function reply(...paragraphs: string[]): string {
  return paragraphs.join('\n\n');
}
