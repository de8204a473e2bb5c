/**
 * Brings the focus to where a message is written.
 * @returns whether there is such a place
 */
export function focusComposer(): boolean {
  const composer = document.querySelector<HTMLElement>('[data-composer]');
  composer?.focus({ preventScroll: true });
  return composer !== null;
}
