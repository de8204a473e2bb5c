import { Drawer, Flex } from '@homie/ui';
import { SidebarContent, type SidebarProps } from './sidebar-content';

interface SidebarDrawerProps extends SidebarProps {
  open: boolean;
  onClose: () => void;
}

/** The sidebar of small screens: over the conversation, until something is chosen. */
export function SidebarDrawer({ open, onClose, ...rest }: SidebarDrawerProps) {
  const leaveFor = (next: () => void) => () => {
    onClose();
    next();
  };
  return (
    <Drawer open={open} onClose={onClose} placement="left" title="Conversations">
      {/* To the drawer's edges: the list scrolls, the footer stays. */}
      <Flex
        flexDirection="column"
        height="calc(100% + 1.5rem)"
        marginBottom="-6"
        marginInline={{ base: '-5', sm: '-6' }}
      >
        <SidebarContent
          {...rest}
          onChoose={onClose}
          onNewChat={leaveFor(rest.onNewChat)}
          onOpenPalette={leaveFor(rest.onOpenPalette)}
          onShowShortcuts={leaveFor(rest.onShowShortcuts)}
        />
      </Flex>
    </Drawer>
  );
}
