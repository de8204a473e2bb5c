import { persisted, textSchema, useStore } from '@homie/composition';

const sidebar = persisted('homie.sidebar', textSchema);

/** Whether the sidebar is collapsed; remembered on this device. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const collapsed = useStore(sidebar, (state) => state === 'collapsed');
  return [collapsed, () => sidebar.setState(collapsed ? '' : 'collapsed')];
}
