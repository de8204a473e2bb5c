/**
 * Returns the numbers of the pages around one, e.g. 3 to 7 around 5; fewer if there are no more.
 * @param size the maximum number of pages
 */
export function pageWindow(page: number, pages: number, size: number): number[] {
  const shown = Math.min(size, pages);
  const centred = page - Math.floor(shown / 2);
  const first = Math.max(1, Math.min(centred, pages - shown + 1));
  return Array.from({ length: shown }, (_, index) => first + index);
}
