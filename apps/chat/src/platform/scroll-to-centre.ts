/**
 * Scrolls an element to the centre, or its start to the top if it is higher. Moves the nearest scrollable ancestor only:
 * `scrollIntoView` would move the page and the conversation too.
 */
export function scrollToCentre(element: HTMLElement): void {
  let area = element.parentElement;
  while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
  if (!area) return;
  const { top, height, left, width } = element.getBoundingClientRect();
  const shown = area.getBoundingClientRect();
  area.scrollTop += top - shown.top - Math.max(0, (shown.height - height) / 2);
  area.scrollLeft += left + width / 2 - (shown.left + shown.width / 2);
}
