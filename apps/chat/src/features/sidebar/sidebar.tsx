import {
  Box,
  Button,
  Flex,
  Heading,
  IconButton,
  IconPlus,
  IconSearch,
  Stack,
  VisuallyHidden,
} from '@homie/ui';
import { SidebarContent, type SidebarProps } from './sidebar-content';

interface WideSidebarProps extends SidebarProps {
  collapsed: boolean;
  /** The number of unread conversations and new handovers. */
  unread: number;
  onExpand: () => void;
}

/** The sidebar of wide screens: 20 rem, or 4 rem when collapsed. */
export function Sidebar({ collapsed, unread, onExpand, ...content }: WideSidebarProps) {
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
        <CollapsedSidebar
          unread={unread}
          onNewChat={content.onNewChat}
          onOpenPalette={content.onOpenPalette}
          onExpand={onExpand}
        />
      ) : (
        <>
          <Heading size="md" paddingInline="4" paddingTop="4" paddingBottom="3">
            Conversations
          </Heading>
          <SidebarContent {...content} />
        </>
      )}
    </Flex>
  );
}

type CollapsedSidebarProps = Pick<
  WideSidebarProps,
  'unread' | 'onNewChat' | 'onOpenPalette' | 'onExpand'
>;

function CollapsedSidebar({ unread, onNewChat, onOpenPalette, onExpand }: CollapsedSidebarProps) {
  const label = unread === 1 ? '1 unread conversation' : `${unread} unread conversations`;
  return (
    <Stack gap="2" alignItems="center" paddingBlock="4">
      <IconButton label="New Chat" variant="solid" onClick={onNewChat} icon={<IconPlus />} />
      <IconButton label="Search" onClick={onOpenPalette} icon={<IconSearch />} />
      {unread > 0 && (
        <Button
          variant="ghost"
          size="sm"
          minWidth="10"
          paddingInline="0"
          title={label}
          onClick={onExpand}
        >
          <Box
            aria-hidden
            minWidth="6"
            paddingInline="1.5"
            borderRadius="full"
            bg="accent.subtle"
            color="accent.fg"
            fontWeight="semibold"
          >
            {unread}
          </Box>
          <VisuallyHidden>{label}</VisuallyHidden>
        </Button>
      )}
    </Stack>
  );
}
