import { persisted, textSchema, useStore } from '@homie/composition';

const sidebar = persisted('homie.sidebar', textSchema);

/** Returns whether the sidebar is collapsed, and a toggle; stored on this device. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const collapsed = useStore(sidebar, (state) => state === 'collapsed');
  return [collapsed, () => sidebar.setState(collapsed ? '' : 'collapsed')];
}
