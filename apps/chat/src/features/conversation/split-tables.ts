/** Rows of cells, as they are pasted from a spreadsheet. */
export type PastedTable = readonly (readonly string[])[];

/** Splits a message into its text and the tables in it: two or more lines in a row with tabs. */
export function splitTables(message: string): (string | PastedTable)[] {
  const lines = message.split(/\r?\n/);
  const isRow = (index: number) => lines[index]?.includes('\t') === true;
  const parts: (string | string[][])[] = [];
  let text: string[] = [];
  const endText = () => {
    if (text.length > 0) parts.push(text.join('\n'));
    text = [];
  };
  for (const [index, line] of lines.entries()) {
    const table = parts.at(-1);
    if (!isRow(index) || !(isRow(index - 1) || isRow(index + 1))) text.push(line);
    else if (text.length === 0 && typeof table === 'object' && isRow(index - 1))
      table.push(line.split('\t'));
    else {
      endText();
      parts.push([line.split('\t')]);
    }
  }
  endText();
  return parts;
}
