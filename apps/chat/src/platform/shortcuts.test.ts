import { describe, expect, test } from 'vitest';
import { matchShortcut, SHORTCUTS, shortcutKeys, shortcutText, type PressedKey } from './shortcuts';

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

  test('one key more is another shortcut', () => {
    expect(idOf({ key: 'K', ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(idOf({ key: 'k', ctrlKey: true, altKey: true })).toBeUndefined();
    expect(idOf({ key: 'o', ctrlKey: true })).toBeUndefined();
    expect(idOf({ key: 'O', ctrlKey: true, shiftKey: true })).toBe('new-chat');
  });

  test('Shift changes the letter, not the shortcut', () =>
    expect(idOf({ key: 'S', ctrlKey: true, shiftKey: true })).toBe('toggle-sidebar'));

  test('a sign is found on keyboards that type it with Shift', () =>
    expect(idOf({ key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true })).toBe('help'));

  test('where letters are not Latin, the place of the key counts', () => {
    expect(idOf({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('commands');
    // On the Dvorak keyboard the key that K has elsewhere types a T.
    expect(idOf({ key: 't', code: 'KeyK', ctrlKey: true })).toBeUndefined();
  });

  test('Escape alone and Escape with Shift differ', () => {
    expect(idOf({ key: 'Escape' })).toBe('stop');
    expect(idOf({ key: 'Escape', shiftKey: true })).toBe('focus-composer');
  });

  test('F3 leads from match to match, Shift+F3 back', () => {
    expect(idOf({ key: 'F3' })).toBe('next-match');
    expect(idOf({ key: 'F3', shiftKey: true })).toBe('previous-match');
  });

  test('Alt with the arrows walks through the conversations', () => {
    expect(idOf({ key: 'ArrowUp', altKey: true })).toBe('previous');
    expect(idOf({ key: 'ArrowDown', altKey: true })).toBe('next');
    expect(idOf({ key: 'ArrowDown' })).toBeUndefined();
  });
});

test('no shortcut is a character alone', () => {
  for (const { key, mod, alt } of SHORTCUTS) expect(mod || alt || key.length > 1).toBe(true);
});

test('no two shortcuts have the same keys', () => {
  const keys = SHORTCUTS.map((shortcut) => shortcutKeys(shortcut, false).join('+'));
  expect(new Set(keys).size).toBe(keys.length);
});

test('keys are named as they stand on the keyboard', () => {
  expect(shortcutText('new-chat', false)).toBe('Ctrl+Shift+O');
  expect(shortcutText('new-chat', true)).toBe('⌘⇧O');
  expect(shortcutText('previous', false)).toBe('Alt+↑');
  expect(shortcutText('focus-composer', false)).toBe('Shift+Esc');
});
