import { IconButton } from '../controls/icon-button.tsx';
import { IconMoon, IconSun } from '../icons/icons.ts';
import { useColorMode } from './use-color-mode.ts';

/** Switches between the light and the dark theme; its name says which one it will show. */
export function ThemeToggle() {
  const { resolved, toggle } = useColorMode();
  const dark = resolved === 'dark';
  return (
    <IconButton
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggle}
      icon={dark ? <IconSun /> : <IconMoon />}
    />
  );
}
