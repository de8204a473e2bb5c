import { DEFAULT_CONVERSATION_TITLE } from '@homie/contracts';

/** The title of a new conversation: the one given, else the one that every nameless conversation has. */
export function conversationTitle(title: string | undefined): string {
  const given = title?.trim() ?? '';
  return given === '' ? DEFAULT_CONVERSATION_TITLE : given;
}
