/** The keyboard shortcuts of the chat. */
export type ShortcutId =
  | 'commands'
  | 'help'
  | 'new-chat'
  | 'previous'
  | 'next'
  | 'toggle-sidebar'
  | 'focus-composer'
  | 'stop'
  | 'copy-reply'
  | 'next-match'
  | 'previous-match';

/** A keyboard shortcut. Never a single character, which dictation or a cat could trigger (WCAG 2.1.4). */
export interface Shortcut {
  id: ShortcutId;
  /** As `KeyboardEvent.key` names it; letters and signs in small. */
  key: string;
  /** Command on Apple's keyboards, Control on others. */
  mod?: true;
  shift?: true;
  alt?: true;
  /** Only while the composer has the focus. */
  inComposer?: true;
  /** Apple's text fields use the same keys to move the caret: in a field with text, those have priority. */
  afterText?: true;
}

/** All shortcuts. */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'commands', mod: true, key: 'k' },
  { id: 'help', mod: true, key: '/' },
  { id: 'toggle-sidebar', mod: true, shift: true, key: 's' },
  { id: 'new-chat', mod: true, shift: true, key: 'o' },
  { id: 'previous', alt: true, afterText: true, key: 'ArrowUp' },
  { id: 'next', alt: true, afterText: true, key: 'ArrowDown' },
  { id: 'focus-composer', shift: true, key: 'Escape' },
  { id: 'stop', inComposer: true, key: 'Escape' },
  // Not C, which opens the developer tools of browsers.
  { id: 'copy-reply', mod: true, shift: true, key: 'x' },
  { id: 'next-match', key: 'F3' },
  { id: 'previous-match', shift: true, key: 'F3' },
];

/** The properties of a keyboard event that determine the shortcut. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
>;

function isKey({ key }: Shortcut, pressed: PressedKey): boolean {
  if (pressed.key.toLowerCase() === key.toLowerCase()) return true;
  // Where letters are not Latin, the position of the key counts.
  const isLatin = /^[\x20-\x7e]/.test(pressed.key);
  return !isLatin && key.length === 1 && pressed.code === `Key${key.toUpperCase()}`;
}

/** Returns the shortcut that was pressed, if any. */
export function matchShortcut(pressed: PressedKey, isApple: boolean): Shortcut | undefined {
  const mod = isApple ? pressed.metaKey : pressed.ctrlKey;
  const otherMod = isApple ? pressed.ctrlKey : pressed.metaKey;
  if (otherMod) return undefined;
  return SHORTCUTS.find(
    (shortcut) =>
      isKey(shortcut, pressed) &&
      mod === (shortcut.mod ?? false) &&
      pressed.altKey === (shortcut.alt ?? false) &&
      // On some keyboards a sign such as / is typed with Shift.
      (pressed.shiftKey === (shortcut.shift ?? false) || shortcut.key === '/'),
  );
}
