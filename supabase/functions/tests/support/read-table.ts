import { readFileSync } from 'node:fs';

/**
 * Reads the table below a heading of a document.
 * @returns the columns after the first one, and their cells by the first cell of each row
 */
export function readTable(
  file: URL,
  heading: string,
): { things: string[]; cells: Map<string, string[]> } {
  const [, text = ''] = readFileSync(file, 'utf8').split(`# ${heading}\n`);
  const table = /(?:^\|.*\n)+/m.exec(text)?.[0] ?? '';
  const [header = [], , ...rows] = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return {
    things: header.slice(1),
    cells: new Map(rows.map(([event = '', ...cells]) => [event, cells])),
  };
}
