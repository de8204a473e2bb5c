import { useAssistants, useConversationList, useConversationSearch } from '@homie/api-client';
import {
  ASSISTANT_SEARCH_MAX_LENGTH,
  type Assistant,
  type Conversation,
  type ConversationHit,
} from '@homie/contracts';
import { IconBuilding, IconMessage, IconPerson } from '@homie/ui';
import { useDebounced } from '@homie/widgets';
import { setSearchQuery } from '../../platform/search-query';
import type { Command } from './command';

const SEARCH_AFTER_MS = 200;
/** The minimum length of a search: shorter texts occur in nearly every conversation. */
const SEARCH_FROM_LENGTH = 2;
const RECENT = 5;
const FOUND = 8;

/** Callbacks that open a result. */
export interface PaletteOpeners {
  open: (conversation: Conversation, messageId?: string) => void;
  /** Starts a new conversation with an assistant. */
  start: (assistantId: string) => void;
}

/**
 * Returns the latest conversations, or those that contain the typed text: local matches at once, those of the server
 * soon after.
 */
export function useConversationCommands(
  typed: string,
  currentId: string | null,
  { open }: PaletteOpeners,
): { commands: Command[]; searching: boolean } {
  const rows = useConversationList().data ?? [];
  const isSearch = typed.length >= SEARCH_FROM_LENGTH;
  const rested = useDebounced(typed, SEARCH_AFTER_MS);
  const search = useConversationSearch(rested.length >= SEARCH_FROM_LENGTH ? rested : '');

  const toCommand = ({ conversation, match }: ConversationHit): Command => ({
    id: `conversation-${conversation.id}`,
    label: conversation.title,
    icon: <IconMessage size={18} />,
    ...(match
      ? { excerpt: `… ${match.text}${match.after}` }
      : { hint: conversation.assistants.label }),
    run() {
      if (match) setSearchQuery(conversation.id, rested);
      open(conversation, match?.messageId);
    },
  });
  if (!isSearch) {
    const latest = rows
      .filter(({ id }) => id !== currentId)
      .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
      .slice(0, RECENT);
    const commands = latest.map((conversation) => toCommand({ conversation, match: null }));
    return { commands, searching: false };
  }
  const here: ConversationHit[] = rows
    .filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))
    .map((conversation) => ({ conversation, match: null }));
  const there = rested === typed ? (search.data ?? []) : [];
  const hits = new Map([...here, ...there].map((hit) => [hit.conversation.id, hit]));
  return {
    commands: [...hits.values()].slice(0, FOUND).map(toCommand),
    searching: rested !== typed || search.isFetching,
  };
}

function fits({ label, participant_name }: Assistant, typed: string): boolean {
  return `${label} ${participant_name ?? ''}`.toLowerCase().includes(typed.toLowerCase());
}

/** Returns the assistants to start a conversation with. */
export function useAssistantCommands(typed: string, { start }: PaletteOpeners): Command[] {
  const assistants = useAssistants({}).data ?? [];
  return assistants
    .filter((assistant) => fits(assistant, typed.slice(0, ASSISTANT_SEARCH_MAX_LENGTH)))
    .slice(0, typed === '' ? RECENT : FOUND)
    .map(({ id, label, kind, participant_name }) => ({
      id: `assistant-${id}`,
      label,
      icon: kind === 'org' ? <IconBuilding size={18} /> : <IconPerson size={18} />,
      hint: participant_name ?? undefined,
      run: () => start(id),
    }));
}
