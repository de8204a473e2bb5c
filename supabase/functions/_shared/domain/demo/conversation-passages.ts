import { splitIntoPassages, type Passage } from './passages.ts';

/** A message of an earlier conversation. */
export interface EarlierMessage {
  /** Missing for messages of the present conversation, which are not linked. */
  id?: string;
  role: 'user' | 'assistant';
  text: string;
  /** The demo generated the message: quoting it would quote a quote. */
  isDemo: boolean;
}

/** An earlier conversation with its messages, oldest first. */
export interface EarlierConversation {
  id: string;
  title: string;
  assistantLabel: string;
  messages: EarlierMessage[];
}

const LONGEST_REPLY = 700;
/** Matches a question or request. The demo never quotes the user's own question. */
const ASKS =
  /\?\s*$|^(?:please|can|could|would|will|what|who|whom|when|where|why|which|how|is|are|do|does|did|help|list|show|tell|give|write|draft|find|suggest|summari[sz]e|make|explain|translate|check|see|try|hi|hello|hey|thanks?|(?:i|we) (?:need|want|would like))\b/i;

/**
 * Returns the replies of an earlier conversation and the user's statements. A search finds a reply by the title and the
 * question before it too.
 */
export function conversationPassages(conversation: EarlierConversation): Passage[] {
  const { title, messages } = conversation;
  return messages.flatMap(({ id, role, text, isDemo }, index) => {
    const cited = { source: title, href: conversationHref(conversation, id) };
    if (role === 'user') return statements(text, cited);
    if (isDemo) return [];
    const before = messages[index - 1];
    const about = before?.role === 'user' ? `${title} ${before.text}` : title;
    return [{ ...cited, text: shorten(text), about, isMarkdown: true }];
  });
}

/** Returns passages from earlier messages of the current conversation. */
export function historyPassages(history: readonly EarlierMessage[]): Passage[] {
  const source = 'earlier in this conversation';
  return history.flatMap(({ role, text, isDemo }) => {
    if (role === 'user') return statements(text, { source });
    return isDemo ? [] : [{ source, text: shorten(text), isMarkdown: true }];
  });
}

/** Returns the start of each reply as a main point of the conversation, for at most `limit` replies. */
export function mainPoints(conversation: EarlierConversation, limit: number): Passage[] {
  const replies = conversation.messages.filter(({ role }) => role === 'assistant');
  return replies.slice(0, limit).map(({ id, text }) => ({
    source: conversation.title,
    href: conversationHref(conversation, id),
    text: shorten(text, LONGEST_POINT),
    isMarkdown: true,
  }));
}

const LONGEST_POINT = 350;

/** Returns the address of a conversation in the app, at a message if one is given. */
export function conversationHref(
  { id }: Pick<EarlierConversation, 'id'>,
  messageId?: string,
): string {
  return `/app?conversation=${id}${messageId === undefined ? '' : `&message=${messageId}`}`;
}

function statements(text: string, cited: Pick<Passage, 'source' | 'href'>): Passage[] {
  return splitIntoPassages(text, cited.source).flatMap((passage) => {
    const said = passage.text.split(/(?<=[.!?])\s+/).filter((sentence) => !ASKS.test(sentence));
    return said.length > 0 ? [{ ...cited, text: said.join(' ') }] : [];
  });
}

/** Returns the first paragraphs of a text, at least one. */
function shorten(text: string, length = LONGEST_REPLY): string {
  const [first = '', ...blocks] = text.trim().split(/\n{2,}/);
  let short = first;
  for (const block of blocks) {
    // A line that introduces a list is useless without the list.
    if (short.length + block.length > length && !short.endsWith(':')) break;
    short += `\n\n${block}`;
  }
  return short.length > length * 2 ? `${short.slice(0, length)} …` : short;
}
