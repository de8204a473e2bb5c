/** Notes for the user about a file that was read only partially, or not at all. */

export function onlyFirst(count: number, what: string, name: string): string {
  return `Only the first ${count.toLocaleString('en-AU')} ${what} of ${name} were read.`;
}

export function noText(name: string): string {
  return `${name} has no text that can be read.`;
}

export function noTextInPages(name: string): string {
  return `${name} has no text that can be read: its pages are probably scanned pictures.`;
}

export function unreadable(name: string): string {
  return `${name} could not be read.`;
}

export function tookTooLong(name: string): string {
  return `Reading ${name} took too long, so only its start was read.`;
}

export function tookTooLongForAny(name: string): string {
  return `${name} could not be read: it took too long.`;
}

export function tooLargeAndOld(name: string): string {
  return `${name} is too large to be read as XLS. Save it as XLSX and upload it again.`;
}

/** @param cells the addresses of the first ones */
export function formulasWithoutResult(
  cells: readonly string[],
  count: number,
  where: string,
): string {
  const others = count - cells.length;
  const list = `${cells.join(', ')}${others > 0 ? ` and ${others.toLocaleString('en-AU')} more` : ''}`;
  const what = count === 1 ? 'A cell contains a formula' : 'Cells contain formulas';
  return `${what} without a stored result in ${where}: ${list}. Open the file in Excel, save it and upload it again.`;
}

export function hiddenText(name: string): string {
  return `${name} has hidden text, which was not read.`;
}

export function pictures(count: number, name: string): string {
  return count === 1
    ? `${name} has a picture, which was not read.`
    : `${name} has ${count.toLocaleString('en-AU')} pictures, which were not read.`;
}

/** @param pages the numbers of the pages; only the first ten are listed */
export function pagesWithoutText(pages: readonly number[], name: string): string {
  const [first = 0] = pages;
  if (pages.length === 1)
    return `Page ${first} of ${name} has no text that can be read: it is blank or a scanned picture.`;
  const others = pages.length - 10;
  const list = `${pages.slice(0, 10).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `Pages ${list} of ${name} have no text that can be read: they are blank or scanned pictures.`;
}

export function unknownFonts(name: string): string {
  return `Some text of ${name} uses fonts that are not in the file, and was not read.`;
}

export function drawings(sheet: string, name: string): string {
  return `Pictures, charts and text boxes in sheet “${sheet}” of ${name} were not read.`;
}
