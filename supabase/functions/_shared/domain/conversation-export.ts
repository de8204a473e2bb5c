import type { Attachment, Conversation, ExportedConversation, Message } from '@homie/contracts';

/** An incomplete reply. */
export interface UnfinishedReply {
  id: string;
  /** The ID of the message that it answers. */
  message_id: string;
  /** The ID of the reply that was stored for it, if any. */
  reply_id: string | null;
  status: string;
  text: string;
  error_message: string | null;
  created_at: string;
}

/** A conversation with the branch that is shown. */
export interface ShownConversation {
  conversation: Conversation & { created_at: string };
  path: readonly Message[];
  /** The name of the user who wrote the messages. */
  writer: string;
  exportedAt: Date;
  /** The reader's time zone, an IANA name such as Australia/Melbourne. */
  timeZone: string;
}

/** A conversation with everything stored about it. */
export interface WholeConversation extends ShownConversation {
  /** Every message of every branch. */
  messages: readonly Omit<Message, 'alternatives' | 'turn'>[];
  unfinished: readonly UnfinishedReply[];
}

const MARKS = /[\\`*_{}[\]<>#|~]/g;
/** A link to a place in the product, which leads nowhere outside it. */
const OWN_LINK = /\[((?:\\.|[^\]\\])*)\]\(\/app\?[^)\s]*\)/g;
const FILE_NAME_LENGTH = 60;

/** Formats the branch that is shown as Markdown, for people. */
export function exportAsMarkdown(record: ShownConversation): ExportedConversation {
  const { conversation, path, writer, exportedAt, timeZone } = record;
  const words = new Intl.DateTimeFormat('en-AU', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  });
  const moment = (at: string | Date) => words.format(new Date(at));
  const { label, participant_name } = conversation.assistants;
  const assistant = plain(label);
  const facts = [
    `- Assistant: ${assistant}${participant_name ? ` (for ${plain(participant_name)})` : ''}`,
    `- Started: ${moment(conversation.created_at)}`,
    `- Exported: ${moment(exportedAt)}`,
  ];
  const sections = path.flatMap((message, index) => {
    const speaker = message.role === 'user' ? plain(writer) : assistant;
    const spoken = section(`${speaker}, ${moment(message.created_at)}`, [
      message.content.replaceAll(OWN_LINK, '$1'),
      fileNames(message.files),
      list(
        'Sources:',
        message.citations?.map(({ url, title, number }) =>
          number === undefined ? `[${plain(title)}](<${url}>)` : `\\[${number}] ${plain(title)}`,
        ),
      ),
      list('Notes:', message.notes?.map(plain)),
      // A user message with a `turn` precedes the message of a stopped reply.
      path[index - 1]?.turn && message.role === 'assistant' ? '*Stopped here.*' : '',
    ]);
    const { turn } = message;
    if (!turn || path[index + 1]?.role === 'assistant') return [spoken];
    return [spoken, section(`${assistant}, not complete: ${turn.status}`, [turn.text])];
  });
  const text = [`# ${plain(conversation.title)}`, facts.join('\n'), ...sections].join('\n\n');
  return { filename: `${fileName(record)}.md`, mime: 'text/markdown', text: `${text}\n` };
}

/** Formats everything stored as JSON, for programs: every branch, including incomplete replies. */
export function exportAsJson(record: WholeConversation): ExportedConversation {
  const { conversation, path, messages, unfinished, exportedAt } = record;
  const { kind, label, participant_name } = conversation.assistants;
  const content = {
    format: 'second-homie-conversation',
    version: 1,
    exported_at: exportedAt.toISOString(),
    conversation: {
      id: conversation.id,
      title: conversation.title,
      created_at: conversation.created_at,
      updated_at: conversation.updated_at,
      assistant: { id: conversation.assistant_id, kind, label, participant_name },
    },
    shown_message_ids: path.map(({ id }) => id),
    messages,
    unfinished_replies: unfinished,
  };
  return {
    filename: `${fileName(record)}.json`,
    mime: 'application/json',
    text: `${JSON.stringify(content, null, 2)}\n`,
  };
}

function section(heading: string, paragraphs: string[]): string {
  return [`## ${heading}`, ...paragraphs.filter((paragraph) => paragraph !== '')].join('\n\n');
}

function fileNames(files: readonly Attachment[]): string {
  return files.length === 0 ? '' : `Files: ${files.map(({ name }) => plain(name)).join(', ')}`;
}

function list(heading: string, items: readonly string[] = []): string {
  return items.length === 0 ? '' : [heading, '', ...items.map((item) => `- ${item}`)].join('\n');
}

/** Escapes a text for Markdown and collapses it to one line. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MARKS, String.raw`\$&`);
}

/**
 * Returns a file name that is valid on every system: the title in ASCII letters and digits, and the date in the
 * reader's time zone.
 */
function fileName({ conversation, exportedAt, timeZone }: ShownConversation): string {
  const words = conversation.title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, FILE_NAME_LENGTH)
    .replace(/^-+|-+$/g, '');
  // The Swedish locale formats a date as 2026-11-21.
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(exportedAt);
  return `${words || 'conversation'}-${day}`;
}
