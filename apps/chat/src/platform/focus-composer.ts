/**
 * Focuses the composer. That of the welcome screen, which is a form, is scrolled into view: not whenever it gets the
 * focus, because a scroll between pressing and releasing the pointer would move its button away.
 * @returns true if there is a composer
 */
export function focusComposer(): boolean {
  const composers = [...document.querySelectorAll<HTMLElement>('[data-composer]')];
  // Those of conversations that are not on the screen are in the document, too.
  const composer = composers.find((element) => element.checkVisibility());
  composer?.focus({ preventScroll: true });
  composer?.closest('form')?.scrollIntoView({ block: 'nearest' });
  return composer !== undefined;
}
