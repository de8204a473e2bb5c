import { isComposing } from '@homie/ui';
import { useEffect, useEffectEvent } from 'react';
import { isApple } from './is-apple';
import { matchShortcut, type Shortcut, type ShortcutId } from './shortcuts';

/** The action of each shortcut; returns false if it does nothing now, so that the browser handles the key. */
export type ShortcutDeeds = Record<ShortcutId, () => boolean | void>;

/** An open one of these handles its own keys. */
const MODAL = '[aria-modal=true], [role=menu]';

function isMeant({ inComposer, afterText }: Shortcut, target: EventTarget | null): boolean {
  const element = target instanceof HTMLElement ? target : null;
  if (inComposer) return element?.matches('[data-composer]') ?? false;
  const isText = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
  return !(afterText && isApple() && isText && element.value !== '');
}

/** Listens for the shortcuts while the chat is mounted. */
export function useShortcuts(deeds: ShortcutDeeds): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event)) return;
    if (document.querySelector(MODAL) !== null) return;
    const shortcut = matchShortcut(event, isApple());
    if (shortcut === undefined || !isMeant(shortcut, event.target)) return;
    if (deeds[shortcut.id]() !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
