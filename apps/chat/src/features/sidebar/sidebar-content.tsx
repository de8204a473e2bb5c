import {
  Box,
  Button,
  Flex,
  Heading,
  IconArrowLeft,
  IconButton,
  IconPlus,
  type Elements,
} from '@homie/ui';
import { useEffect, useRef, useState, type Ref } from 'react';
import type { ActOn } from '../../platform/use-conversation-actions';
import { ConversationList, type ConversationListProps } from './conversation-list';
import { ConversationSearch } from './conversation-search';
import { SidebarFooter } from './sidebar-footer';

/** The props of the sidebar, docked or in the drawer. */
export interface SidebarProps {
  selectedId: string | null;
  /** True while the selected conversation is visible. */
  visible: boolean;
  archivedShown: boolean;
  onShowArchived: (shown: boolean) => void;
  /** The search was requested from elsewhere. */
  searchWanted: boolean;
  onSearchFocused: () => void;
  newChatRef?: Ref<HTMLButtonElement | null>;
  onNewChat: () => void;
  onOpenPalette: () => void;
  onShowShortcuts: () => void;
  onAct: ActOn;
  /** Called when the user points at a conversation, presses or focuses it. */
  onInterest: () => void;
  onChoose?: (() => void) | undefined;
  /** Renders the conversations that were handed over to the user. */
  received: (onChoose: (() => void) | undefined) => Elements;
}

/** New Chat, search, the conversations and the signed-in user. */
export function SidebarContent({
  archivedShown,
  onShowArchived,
  searchWanted,
  onSearchFocused,
  newChatRef,
  onNewChat,
  onOpenPalette,
  onShowShortcuts,
  received,
  ...list
}: SidebarProps) {
  const [searching, setSearching] = useState(false);
  const [newChats, setNewChats] = useState(0);
  return (
    <>
      <Box paddingInline="3" paddingBottom="2">
        <Button
          ref={newChatRef}
          wide
          onClick={() => {
            // The new conversation is in the list, not among the results of an earlier search.
            setNewChats(newChats + 1);
            setSearching(false);
            onNewChat();
          }}
        >
          <IconPlus size={18} />
          New Chat
        </Button>
      </Box>
      <ConversationSearch
        key={newChats}
        wanted={searchWanted}
        onFocused={onSearchFocused}
        onSearching={setSearching}
        onChoose={list.onChoose}
      />
      {/* Stays mounted during a search: the list has its scroll position when the search is cleared. */}
      <Box display={searching ? 'none' : 'flex'} flexDirection="column" flex="1" minHeight="0">
        {archivedShown ? (
          <ArchivedList {...list} onBack={() => onShowArchived(false)} />
        ) : (
          <>
            {received(list.onChoose)}
            <ConversationList {...list} onShowArchived={() => onShowArchived(true)} />
          </>
        )}
      </Box>
      <SidebarFooter onOpenPalette={onOpenPalette} onShowShortcuts={onShowShortcuts} />
    </>
  );
}

interface ArchivedListProps extends ConversationListProps {
  onBack: () => void;
}

/** The archived conversations, in place of the others. */
function ArchivedList({ onBack, ...list }: ArchivedListProps) {
  const back = useRef<HTMLButtonElement>(null);
  // The control that opened the list is no longer mounted.
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <Flex alignItems="center" gap="1" paddingInline="2" paddingBottom="1">
        <IconButton
          ref={back}
          label="Back to conversations"
          size="sm"
          icon={<IconArrowLeft size={18} />}
          onClick={onBack}
        />
        <Heading as="h3" size="sm">
          Archived
        </Heading>
      </Flex>
      <ConversationList archived {...list} />
    </>
  );
}
