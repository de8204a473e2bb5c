/** Scrolls the nearest scrollable ancestor only: `scrollIntoView` would move the page and the conversation too. */
export function scrollToCentre(element: HTMLElement): void {
  let area = element.parentElement;
  while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
  if (!area) return;
  const { top, height, left, width } = element.getBoundingClientRect();
  const shown = area.getBoundingClientRect();
  area.scrollTop += top + height / 2 - (shown.top + shown.height / 2);
  area.scrollLeft += left + width / 2 - (shown.left + shown.width / 2);
}
