import { describe, expect, test } from 'vitest';
import { shortcutKeys, shortcutText } from './shortcut-keys';
import { matchShortcut, SHORTCUTS, type PressedKey } from './shortcuts';

const press = (keys: Partial<PressedKey>): PressedKey => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...keys,
});
const idOf = (keys: Partial<PressedKey>, isApple = false) =>
  matchShortcut(press(keys), isApple)?.id;

describe('matchShortcut', () => {
  test('Ctrl+K opens the commands, Command+K on Apple’s keyboards, and not the other way round', () => {
    expect(idOf({ key: 'k', ctrlKey: true })).toBe('commands');
    expect(idOf({ key: 'k', metaKey: true }, true)).toBe('commands');
    expect(idOf({ key: 'k', metaKey: true })).toBeUndefined();
    expect(idOf({ key: 'k', ctrlKey: true }, true)).toBeUndefined();
  });

  test('an extra modifier is another shortcut', () => {
    expect(idOf({ key: 'K', ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(idOf({ key: 'k', ctrlKey: true, altKey: true })).toBeUndefined();
    expect(idOf({ key: 'o', ctrlKey: true })).toBeUndefined();
    expect(idOf({ key: 'O', ctrlKey: true, shiftKey: true })).toBe('new-chat');
  });

  test('Shift changes the letter, not the shortcut', () =>
    expect(idOf({ key: 'S', ctrlKey: true, shiftKey: true })).toBe('toggle-sidebar'));

  test('matches a sign on keyboards that type it with Shift', () =>
    expect(idOf({ key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true })).toBe('help'));

  test('matches by the position of the key where letters are not Latin', () => {
    expect(idOf({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('commands');
    // On the Dvorak keyboard the key that K has elsewhere types a T.
    expect(idOf({ key: 't', code: 'KeyK', ctrlKey: true })).toBeUndefined();
  });

  test('Escape alone and Escape with Shift differ', () => {
    expect(idOf({ key: 'Escape' })).toBe('stop');
    expect(idOf({ key: 'Escape', shiftKey: true })).toBe('focus-composer');
  });

  test('F3 goes to the next match, Shift+F3 to the previous one', () => {
    expect(idOf({ key: 'F3' })).toBe('next-match');
    expect(idOf({ key: 'F3', shiftKey: true })).toBe('previous-match');
  });

  test('Alt with an arrow key goes to the previous or the next conversation', () => {
    expect(idOf({ key: 'ArrowUp', altKey: true })).toBe('previous');
    expect(idOf({ key: 'ArrowDown', altKey: true })).toBe('next');
    expect(idOf({ key: 'ArrowDown' })).toBeUndefined();
  });
});

test('no shortcut is a single character', () => {
  for (const { key, mod, alt } of SHORTCUTS) expect(mod || alt || key.length > 1).toBe(true);
});

test('no two shortcuts have the same keys', () => {
  const keys = SHORTCUTS.map((shortcut) => shortcutKeys(shortcut.id, false).join('+'));
  expect(new Set(keys).size).toBe(keys.length);
});

test('names keys as they are labelled on the keyboard', () => {
  expect(shortcutText('new-chat', false)).toBe('Ctrl+Shift+O');
  expect(shortcutText('new-chat', true)).toBe('⌘⇧O');
  expect(shortcutText('previous', false)).toBe('Alt+↑');
  expect(shortcutText('focus-composer', false)).toBe('Shift+Esc');
});
