import { useAssistants, useConversationList, type ShownHit } from '@homie/api-client';
import { ASSISTANT_SEARCH_MAX_LENGTH, type Conversation } from '@homie/contracts';
import { textSearch } from '@homie/contracts/search-text';
import { IconBuilding, IconMessage, IconPerson } from '@homie/ui';
import { useDebounced } from '@homie/widgets';
import { trimToWordEnd } from '../../platform/excerpt-edges';
import { setSearchQuery } from '../../platform/search-query';
import { useSearchHits } from '../../platform/use-search-hits';
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

/** Commands that open conversations, and how far the search for them is. */
interface ConversationCommands {
  commands: Command[];
  searching: boolean;
  /** Only conversations on this device were searched. */
  offline: boolean;
}

/** Returns a text if it is long enough to be searched for. */
const toSearch = (text: string) => (text.length >= SEARCH_FROM_LENGTH ? text : '');

/**
 * Returns the latest conversations, or those that contain the typed text: those on this device at once, those of the
 * server soon after.
 */
export function useConversationCommands(
  typed: string,
  currentId: string | null,
  { open }: PaletteOpeners,
): ConversationCommands {
  const rows = useConversationList().data ?? [];
  const rested = useDebounced(typed, SEARCH_AFTER_MS);
  const { q, hits, searching, offline } = useSearchHits(toSearch(typed), toSearch(rested));

  const toCommand = ({ conversation, match, isCompact = false }: ShownHit): Command => ({
    id: `conversation-${conversation.id}`,
    label: conversation.title,
    icon: <IconMessage size={18} />,
    ...(match && !isCompact
      ? { excerpt: `… ${match.text}${trimToWordEnd(match.after)}` }
      : { hint: conversation.assistants.label }),
    run() {
      if (match) setSearchQuery(conversation.id, q);
      open(conversation, match?.messageId);
    },
  });
  if (toSearch(typed) === '') {
    const latest = rows
      .filter(({ id }) => id !== currentId)
      .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
      .slice(0, RECENT);
    const commands = latest.map((conversation) => toCommand({ conversation, match: null }));
    return { commands, searching: false, offline: false };
  }
  return { commands: hits.slice(0, FOUND).map(toCommand), searching, offline };
}

/** Returns the assistants to start a conversation with. */
export function useAssistantCommands(typed: string, { start }: PaletteOpeners): Command[] {
  const assistants = useAssistants({}).data ?? [];
  const isWanted = textSearch(typed.slice(0, ASSISTANT_SEARCH_MAX_LENGTH));
  return assistants
    .filter(({ label, participant_name }) => isWanted(`${label} ${participant_name ?? ''}`))
    .slice(0, typed === '' ? RECENT : FOUND)
    .map(({ id, label, kind, participant_name }) => ({
      id: `assistant-${id}`,
      label,
      icon: kind === 'org' ? <IconBuilding size={18} /> : <IconPerson size={18} />,
      hint: participant_name ?? undefined,
      run: () => start(id),
    }));
}
