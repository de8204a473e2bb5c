import { SHORTCUTS, type ShortcutId } from './shortcuts';

const NAMES: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** Returns the keys of a shortcut as they are labelled on the keyboard, in the order in which they are pressed. */
export function shortcutKeys(id: ShortcutId, isApple: boolean): string[] {
  const shortcut = SHORTCUTS.find((each) => each.id === id);
  if (!shortcut) return [];
  const { key, mod, shift, alt } = shortcut;
  return [
    ...(mod ? [isApple ? '⌘' : 'Ctrl'] : []),
    ...(alt ? [isApple ? '⌥' : 'Alt'] : []),
    ...(shift ? [isApple ? '⇧' : 'Shift'] : []),
    NAMES[key] ?? key.toUpperCase(),
  ];
}

/** Returns the keys of a shortcut as text: 'Ctrl+K', '⌘K'. */
export function shortcutText(id: ShortcutId, isApple: boolean): string {
  return shortcutKeys(id, isApple).join(isApple ? '' : '+');
}
