import { useState } from 'react';
import { keptText } from '../../storage/kept-text';

const kept = keptText('homie.sidebar');

/** Whether the sidebar is collapsed; remembered on this device. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => kept.read() === 'collapsed');
  const toggle = () => {
    kept.write(collapsed ? null : 'collapsed');
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}
