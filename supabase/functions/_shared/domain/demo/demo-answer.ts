import { rankPassages, splitIntoPassages, type Passage } from './passages.ts';

/** The first line of every demo reply. */
export const DEMO_NOTICE = 'Demo mode (no AI model): I quote what I find and make nothing up.';

const ANEW = '\n\nI cannot go on from there, so I begin anew.\n\n';
const QUOTES = 3;
const OPENING_QUOTES = 2;
const LISTED = 25;

/** A greeting's answer: what the demo can do. */
export function greetingAnswer(assistantLabel: string): string {
  return reply(
    `Hello, this is ${assistantLabel}. In this demo I can`,
    [
      '- quote passages from a text file that you attach,',
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
  attachments: readonly { name: string; text?: string }[];
  /** What else may be quoted, such as earlier messages and records. */
  passages: readonly Passage[];
}

/** The passages that answer a question best, word for word and with their source. */
export function searchAnswer({ question, attachments, passages }: SearchMaterial): string {
  const unreadable = attachments.filter(({ text }) => text === undefined).map(({ name }) => name);
  const attached = attachments.flatMap(({ name, text }) => splitIntoPassages(text ?? '', name));
  const notes =
    unreadable.length > 0
      ? [`I could not read ${unreadable.join(', ')}: this demo reads plain text only.`]
      : [];

  if (question.trim() === '') {
    const opening = attached.slice(0, OPENING_QUOTES);
    return opening.length > 0
      ? reply('The attached text begins:', ...opening.map(quote), ...notes)
      : reply(...notes, 'I found nothing to quote.');
  }

  const found = rankPassages([...attached, ...passages], question, QUOTES);
  if (found.length === 0) {
    const places = attached.length > 0 ? 'the attached text, ' : '';
    return reply(
      `I found nothing that matches your message in ${places}this conversation or the records that you may see.`,
      ...notes,
    );
  }
  return reply('This is what I found:', ...found.map(quote), ...notes);
}

function quote({ text, source }: Passage): string {
  const lines = text.split(/\r?\n/).map((line) => `> ${line}`.trimEnd());
  return [...lines, '>', `> — *${source}*`].join('\n');
}

function reply(...paragraphs: string[]): string {
  return [DEMO_NOTICE, ...paragraphs].join('\n\n');
}
