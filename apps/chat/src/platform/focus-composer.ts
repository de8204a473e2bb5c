/**
 * Focuses the composer.
 * @returns true if there is a composer
 */
export function focusComposer(): boolean {
  const composer = document.querySelector<HTMLElement>('[data-composer]');
  composer?.focus({ preventScroll: true });
  return composer !== null;
}
