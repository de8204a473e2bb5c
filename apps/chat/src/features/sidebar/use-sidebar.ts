import { useIsLow, useIsMobile } from '@homie/ui';
import { useCallback, useState } from 'react';
import { persisted, textSchema, useStore } from '@homie/composition';

const sidebar = persisted('homie.sidebar', textSchema);

/** Returns whether the sidebar is collapsed, and a toggle; stored on this device. */
function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const collapsed = useStore(sidebar, (state) => state === 'collapsed');
  return [collapsed, () => sidebar.setState(collapsed ? '' : 'collapsed')];
}

/** The state of the sidebar, in the form that fits the window. */
export interface SidebarState {
  /** Over the conversation, as on a phone, instead of next to it. */
  isDrawer: boolean;
  expanded: boolean;
  toggle: () => void;
  expand: () => void;
  /** Focuses the search field, opening the sidebar if needed. */
  search: () => void;
  /** The search was requested, and its field does not have the focus yet. */
  searchWanted: boolean;
  searchFocused: () => void;
  closeDrawer: () => void;
  archivedShown: boolean;
  showArchived: (shown: boolean) => void;
}

/** Returns the state of the sidebar; stores on this device whether it is collapsed on wide screens. */
export function useSidebar(): SidebarState {
  const isMobile = useIsMobile();
  const isLow = useIsLow();
  const isDrawer = isMobile || isLow;
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [archivedShown, showArchived] = useState(false);
  const [searchWanted, setSearchWanted] = useState(false);
  const expanded = isDrawer ? drawerOpen : !collapsed;
  const toggle = isDrawer ? () => setDrawerOpen(!drawerOpen) : toggleCollapsed;
  const expand = () => {
    if (!expanded) toggle();
  };
  return {
    isDrawer,
    expanded,
    toggle,
    expand,
    search() {
      expand();
      setSearchWanted(true);
    },
    searchWanted,
    searchFocused: useCallback(() => setSearchWanted(false), []),
    closeDrawer: () => setDrawerOpen(false),
    archivedShown,
    showArchived,
  };
}
