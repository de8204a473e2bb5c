import { Fill } from '@homie/composition';
import { IconButton, IconPanelLeft, useIsMobile } from '@homie/ui';
import { useState } from 'react';
import { Sidebar, type SidebarProps } from './sidebar';
import { SidebarDrawer } from './sidebar-drawer';
import { useCollapsed } from './use-collapsed';

/** The sidebar in the form that fits the window, with its toggle in the page's top bar. */
export function SidebarArea(props: SidebarProps) {
  const isMobile = useIsMobile();
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const expanded = isMobile ? drawerOpen : !collapsed;
  return (
    <>
      <Fill slot="header-start">
        <IconButton
          label={expanded ? 'Hide conversations' : 'Show conversations'}
          aria-expanded={expanded}
          icon={<IconPanelLeft />}
          onClick={isMobile ? () => setDrawerOpen(!drawerOpen) : toggleCollapsed}
        />
      </Fill>
      {isMobile ? (
        <SidebarDrawer {...props} open={drawerOpen} onClose={() => setDrawerOpen(false)} />
      ) : (
        <Sidebar {...props} collapsed={collapsed} />
      )}
    </>
  );
}
