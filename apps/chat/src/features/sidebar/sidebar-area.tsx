import { useUnreadConversations } from '@homie/api-client';
import { Fill } from '@homie/composition';
import { Box, IconButton, IconPanelLeft } from '@homie/ui';
import { Sidebar } from './sidebar';
import type { SidebarProps } from './sidebar-content';
import { SidebarDrawer } from './sidebar-drawer';
import type { SidebarState } from './use-sidebar';

interface SidebarAreaProps extends Omit<
  SidebarProps,
  'archivedShown' | 'onShowArchived' | 'searchWanted' | 'onSearchFocused'
> {
  state: SidebarState;
  /** The number of handovers that the user has not opened. */
  newHandovers: number;
}

/** The sidebar in the form that fits the window, with its toggle in the page's top bar. */
export function SidebarArea({ state, newHandovers, ...rest }: SidebarAreaProps) {
  const { isDrawer, expanded, toggle, closeDrawer, archivedShown, searchWanted } = state;
  const content = {
    ...rest,
    searchWanted,
    onSearchFocused: state.searchFocused,
    archivedShown,
    onShowArchived: state.showArchived,
  };
  const unread = useUnreadConversations().length + newHandovers;
  const hidden = unread > 0 ? `Show conversations, ${unread} unread` : 'Show conversations';
  return (
    <>
      <Fill slot="header-start">
        <IconButton
          label={expanded ? 'Hide conversations' : hidden}
          aria-expanded={expanded}
          icon={
            isDrawer && !expanded && unread > 0 ? (
              <UnreadToggle unread={unread} />
            ) : (
              <IconPanelLeft />
            )
          }
          onClick={toggle}
        />
      </Fill>
      {isDrawer ? (
        <SidebarDrawer {...content} open={expanded} onClose={closeDrawer} />
      ) : (
        <Sidebar {...{ ...content, unread }} collapsed={!expanded} onExpand={toggle} />
      )}
    </>
  );
}

/** The icon of the toggle on a phone, with the number of unread conversations and new handovers. */
function UnreadToggle({ unread }: { unread: number }) {
  return (
    <Box as="span" position="relative" display="inline-flex">
      <IconPanelLeft />
      <Box
        as="span"
        position="absolute"
        top="-2"
        left="3"
        minWidth="4"
        paddingInline="1"
        borderRadius="full"
        bg="accent.solid"
        color="accent.contrast"
        fontSize="xs"
        lineHeight="1rem"
        fontWeight="semibold"
      >
        {Math.min(unread, 99)}
      </Box>
    </Box>
  );
}
