import { Drawer, Flex } from '@homie/ui';
import { useRef } from 'react';
import { SidebarContent, type SidebarProps } from './sidebar-content';

interface SidebarDrawerProps extends SidebarProps {
  open: boolean;
  onClose: () => void;
}

/** The sidebar of small screens: over the conversation, until the user chooses something. */
export function SidebarDrawer({ open, onClose, ...rest }: SidebarDrawerProps) {
  // Not the search field, which would open the keyboard of a phone over the list.
  const newChat = useRef<HTMLButtonElement>(null);
  const leaveFor = (next: () => void) => () => {
    onClose();
    next();
  };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      title="Conversations"
      initialFocusRef={newChat}
    >
      {/* To the drawer's edges: the list scrolls, the footer stays. */}
      <Flex
        flexDirection="column"
        height="calc(100% + 1.5rem)"
        // On a phone held sideways everything scrolls together.
        minHeight="30rem"
        marginBottom="-6"
        marginInline={{ base: '-5', sm: '-6' }}
      >
        <SidebarContent
          {...rest}
          newChatRef={newChat}
          onChoose={onClose}
          onNewChat={leaveFor(rest.onNewChat)}
          onOpenPalette={leaveFor(rest.onOpenPalette)}
          onShowShortcuts={leaveFor(rest.onShowShortcuts)}
        />
      </Flex>
    </Drawer>
  );
}
