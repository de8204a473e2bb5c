/**
 * Sets the height of a textarea to that of its text where the browser lacks `field-sizing: content`. Call it after each
 * change of the text. The maximum height of the textarea limits the growth.
 */
export function grow(element: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  element.style.height = 'auto';
  // The height that is set includes the borders, that of the text does not.
  const borders = element.offsetHeight - element.clientHeight;
  element.style.height = `${element.scrollHeight + borders}px`;
}
