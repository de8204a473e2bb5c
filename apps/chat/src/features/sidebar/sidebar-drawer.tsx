import { Drawer, Flex } from '@homie/ui';
import { SidebarContent, type SidebarProps } from './sidebar';

interface SidebarDrawerProps extends SidebarProps {
  open: boolean;
  onClose: () => void;
}

/** The sidebar of small screens: over the conversation, until something is chosen. */
export function SidebarDrawer({ open, onClose, onNewChat, ...rest }: SidebarDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} placement="left" title="Conversations">
      <Flex flexDirection="column" flex="1" minHeight="0" marginInline="-5" marginBottom="-5">
        <SidebarContent
          {...rest}
          onChoose={onClose}
          onNewChat={() => {
            onClose();
            onNewChat();
          }}
        />
      </Flex>
    </Drawer>
  );
}
