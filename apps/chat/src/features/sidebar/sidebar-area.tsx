import { Fill } from '@homie/composition';
import { IconButton, IconPanelLeft } from '@homie/ui';
import { Sidebar } from './sidebar';
import type { SidebarProps } from './sidebar-content';
import { SidebarDrawer } from './sidebar-drawer';
import type { SidebarState } from './use-sidebar';

interface SidebarAreaProps extends Omit<
  SidebarProps,
  'archivedShown' | 'onShowArchived' | 'searchWanted' | 'onSearchFocused'
> {
  state: SidebarState;
}

/** The sidebar in the form that fits the window, with its toggle in the page's top bar. */
export function SidebarArea({ state, ...rest }: SidebarAreaProps) {
  const { isDrawer, expanded, toggle, closeDrawer, archivedShown, searchWanted } = state;
  const content = {
    ...rest,
    searchWanted,
    onSearchFocused: state.searchFocused,
    archivedShown,
    onShowArchived: state.showArchived,
  };
  return (
    <>
      <Fill slot="header-start">
        <IconButton
          label={expanded ? 'Hide conversations' : 'Show conversations'}
          aria-expanded={expanded}
          icon={<IconPanelLeft />}
          onClick={toggle}
        />
      </Fill>
      {isDrawer ? (
        <SidebarDrawer {...content} open={expanded} onClose={closeDrawer} />
      ) : (
        <Sidebar {...content} collapsed={!expanded} onExpand={toggle} />
      )}
    </>
  );
}
