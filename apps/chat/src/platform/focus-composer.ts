/**
 * Focuses the composer. That of the welcome screen, which is a form, is scrolled into view: not whenever it gets the
 * focus, because a scroll between pressing and releasing the pointer would move its button away.
 * @returns true if there is a composer
 */
export function focusComposer(): boolean {
  const composer = document.querySelector<HTMLElement>('[data-composer]');
  composer?.focus({ preventScroll: true });
  composer?.closest('form')?.scrollIntoView({ block: 'nearest' });
  return composer !== null;
}
