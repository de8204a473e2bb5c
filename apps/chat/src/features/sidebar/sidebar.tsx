import { Box, Button, Center, Flex, Heading, IconButton, IconPlus } from '@homie/ui';
import { ConversationList } from './conversation-list';
import type { RowActions } from './conversation-row';
import { SidebarFooter } from './sidebar-footer';

/** What the sidebar shows and does, in its place and in the drawer. */
export interface SidebarProps extends RowActions {
  selectedId: string | null;
  onNewChat: () => void;
  onChoose?: (() => void) | undefined;
}

/** New Chat, the conversations, who is signed in. */
export function SidebarContent({ onNewChat, ...list }: SidebarProps) {
  return (
    <>
      <Box paddingInline="3" paddingBottom="3">
        <Button wide onClick={onNewChat}>
          <IconPlus size={18} />
          New Chat
        </Button>
      </Box>
      <Box flex="1" minHeight="0" overflowY="auto" paddingInline="2" paddingBottom="2">
        <ConversationList {...list} />
      </Box>
      <SidebarFooter />
    </>
  );
}

/** The sidebar of wide screens: 20 rem, or 4 rem when collapsed. */
export function Sidebar({ collapsed, ...content }: SidebarProps & { collapsed: boolean }) {
  return (
    <Flex
      as="aside"
      id="conversations"
      aria-label="Conversations"
      flexDirection="column"
      flexShrink="0"
      width={collapsed ? '16' : '80'}
      bg="bg.subtle"
      borderRightWidth="1px"
      borderColor="border.subtle"
    >
      {collapsed ? (
        <Center paddingBlock="4">
          <IconButton
            label="New Chat"
            variant="solid"
            onClick={content.onNewChat}
            icon={<IconPlus />}
          />
        </Center>
      ) : (
        <>
          <Heading size="md" paddingInline="4" paddingBlock="4">
            Conversations
          </Heading>
          <SidebarContent {...content} />
        </>
      )}
    </Flex>
  );
}
