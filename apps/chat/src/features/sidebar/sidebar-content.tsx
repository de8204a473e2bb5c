import { Box, Button, IconPlus } from '@homie/ui';
import { useState, type Ref } from 'react';
import type { ActOn } from '../../platform/use-conversation-actions';
import { ArchivedList } from './archived-list';
import { ConversationList } from './conversation-list';
import { ConversationSearch } from './conversation-search';
import { SidebarFooter } from './sidebar-footer';

/** What the sidebar shows and does, in its place and in the drawer. */
export interface SidebarProps {
  selectedId: string | null;
  /** Whether what is selected can be seen at this moment. */
  visible: boolean;
  archivedShown: boolean;
  onShowArchived: (shown: boolean) => void;
  /** The search was asked for from elsewhere. */
  searchWanted: boolean;
  onSearchFocused: () => void;
  newChatRef?: Ref<HTMLButtonElement | null>;
  onNewChat: () => void;
  onOpenPalette: () => void;
  onShowShortcuts: () => void;
  onAct: ActOn;
  onChoose?: (() => void) | undefined;
}

/** New Chat, search, the conversations, who is signed in. */
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
      {/* Kept while somebody searches: the list is where it was when the search is cleared. */}
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
