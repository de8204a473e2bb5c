import { useIsLow, useIsMobile } from '@homie/ui';
import { useState } from 'react';
import { useCollapsed } from './use-collapsed';

/** How the sidebar stands, in the form that fits the window. */
export interface SidebarState {
  /** Over the conversation, as on a phone, instead of beside it. */
  isDrawer: boolean;
  expanded: boolean;
  toggle: () => void;
  expand: () => void;
  /** Brings the focus to the search field, wherever that is. */
  search: () => void;
  /** The search was asked for, and its field has not got the focus yet. */
  searchWanted: boolean;
  searchFocused: () => void;
  closeDrawer: () => void;
  archivedShown: boolean;
  showArchived: (shown: boolean) => void;
}

/** The state of the sidebar; whether it is collapsed on wide screens is remembered on this device. */
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
    searchFocused: () => setSearchWanted(false),
    closeDrawer: () => setDrawerOpen(false),
    archivedShown,
    showArchived,
  };
}
