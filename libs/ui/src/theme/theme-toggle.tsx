import type { ReactNode } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { IconMonitor, IconMoon, IconSun } from '../icons/icons.ts';
import { Menu } from '../overlays/menu.tsx';
import type { ColorMode } from './color-mode.ts';
import { useColorMode } from './use-color-mode.ts';

const MODES: readonly { id: ColorMode; label: string; icon: ReactNode }[] = [
  { id: 'light', label: 'Light', icon: <IconSun /> },
  { id: 'dark', label: 'Dark', icon: <IconMoon /> },
  { id: 'system', label: 'System', icon: <IconMonitor /> },
];

/** Switches between the light theme, the dark theme and the system's. */
export function ThemeToggle() {
  const { mode, resolved, set } = useColorMode();
  return (
    <Menu
      label="Theme"
      trigger={<IconButton label="Theme" icon={resolved === 'dark' ? <IconMoon /> : <IconSun />} />}
      items={MODES.map((item) => ({
        ...item,
        checked: item.id === mode,
        onSelect: () => set(item.id),
      }))}
    />
  );
}
