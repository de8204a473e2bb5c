import { useIsMobile } from '@homie/ui';
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
  /** How often the search was asked for. */
  searches: number;
  closeDrawer: () => void;
  archivedShown: boolean;
  showArchived: (shown: boolean) => void;
}

/** The state of the sidebar; whether it is collapsed on wide screens is remembered on this device. */
export function useSidebar(): SidebarState {
  const isDrawer = useIsMobile();
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [archivedShown, showArchived] = useState(false);
  const [searches, setSearches] = useState(0);
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
      setSearches(searches + 1);
    },
    searches,
    closeDrawer: () => setDrawerOpen(false),
    archivedShown,
    showArchived,
  };
}
