import { Box, Button, IconPlus } from '@homie/ui';
import { useState, type Ref } from 'react';
import type { ActOn } from '../../platform/use-conversation-actions';
import { ArchivedList } from './archived-list';
import { ConversationList } from './conversation-list';
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
  onChoose?: (() => void) | undefined;
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
  ...list
}: SidebarProps) {
  const [searching, setSearching] = useState(false);
  return (
    <>
      <Box paddingInline="3" paddingBottom="2">
        <Button ref={newChatRef} wide onClick={onNewChat}>
          <IconPlus size={18} />
          New Chat
        </Button>
      </Box>
      <ConversationSearch
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
          <ConversationList {...list} onShowArchived={() => onShowArchived(true)} />
        )}
      </Box>
      <SidebarFooter onOpenPalette={onOpenPalette} onShowShortcuts={onShowShortcuts} />
    </>
  );
}
