/** Pieces of one line without a wide gap, such as a line of a column or a cell of a table. */
export interface Segment {
  text: string;
  left: number;
  right: number;
  bottom: number;
  height: number;
  isRightToLeft: boolean;
  /** The position of its first piece in the file. */
  index: number;
}

type Line = readonly Segment[];

/** A range of lines with a gap that no segment crosses. */
interface Gutter {
  from: number;
  to: number;
  left: number;
  right: number;
}

/** The maximum number of lines in which columns are searched: each gap is compared to all lines. */
const MOST_LINES = 400;
/** The minimum width of a gap between columns, as a multiple of the letter height. */
const GUTTER = 0.8;
const LEAST_LINES = 3;
/** Lines of text fill their column, and it is wide enough for several words; those of a table are shorter. */
const FILLED = 0.6;
const TEXT_WIDTH = 12;

/** Orders the lines of a page: columns of text one after the other, tables row by row. */
export function columnOrder(lines: readonly Line[]): Line[] {
  if (lines.length > MOST_LINES) return [...lines];
  for (const gutter of findGutters(lines)) {
    const zone = lines.slice(gutter.from, gutter.to);
    const [first, second] = divide(zone, gutter);
    const order = readingOrder(first, second);
    if (order === undefined) continue;
    return [
      ...columnOrder(lines.slice(0, gutter.from)),
      ...order.flatMap(columnOrder),
      ...columnOrder(lines.slice(gutter.to)),
    ];
  }
  return [...lines];
}

/** Returns the gaps that several lines share, the longest first. */
function findGutters(lines: readonly Line[]): Gutter[] {
  const gutters: Gutter[] = [];
  for (const [from, line] of lines.entries()) {
    const inOrder = line.toSorted((a, b) => a.left - b.left);
    for (const [index, segment] of inOrder.slice(0, -1).entries()) {
      const gutter = {
        from,
        to: from + 1,
        left: segment.right,
        right: inOrder[index + 1]?.left ?? 0,
      };
      if (gutters.some((each) => contains(each, gutter))) continue;
      extend(gutter, lines);
      if (gutter.to - gutter.from >= LEAST_LINES) gutters.push(gutter);
    }
  }
  return gutters.toSorted((a, b) => b.to - b.from - (a.to - a.from));
}

function contains(outer: Gutter, { from, left, right }: Gutter): boolean {
  return from < outer.to && left <= outer.left && right >= outer.right;
}

/** Extends a gap over the lines above and below that leave it free. */
function extend(gutter: Gutter, lines: readonly Line[]): void {
  const narrow = (line: Line | undefined): boolean => {
    if (!line) return false;
    let { left, right } = gutter;
    for (const segment of line) {
      const middle = (left + right) / 2;
      if (segment.right <= middle) left = Math.max(left, segment.right);
      else if (segment.left >= middle) right = Math.min(right, segment.left);
      else return false;
    }
    if (right - left < GUTTER * Math.min(...line.map(({ height }) => height))) return false;
    gutter.left = left;
    gutter.right = right;
    return true;
  };
  while (narrow(lines[gutter.to])) gutter.to += 1;
  while (narrow(lines[gutter.from - 1])) gutter.from -= 1;
}

function divide(lines: readonly Line[], { left, right }: Gutter): [Line[], Line[]] {
  const middle = (left + right) / 2;
  const side = (isFirst: boolean) =>
    lines
      .map((line) => line.filter((segment) => segment.left < middle === isFirst))
      .filter((line) => line.length > 0);
  return [side(true), side(false)];
}

/** Returns the columns in the order in which they are read; undefined for a table, which is read in rows. */
function readingOrder(first: Line[], second: Line[]): Line[][] | undefined {
  if (Math.min(first.length, second.length) < 2) return undefined;
  const isRightToLeft = [...first, ...second].every(([segment]) => segment?.isRightToLeft);
  const columns = isRightToLeft ? [second, first] : [first, second];
  const blocks = blocksInFile(first, second);
  if (isText(first) && isText(second)) {
    // The cells of a table with several lines each are in the file one after the other.
    const isCellByCell = blocks.length > 2 && blocks.length <= (first.length + second.length) / 2;
    return isCellByCell ? blocks : columns;
  }
  const isNumeric = second.filter(([cell]) => /^\W{0,3}\d/.test(cell?.text ?? '')).length;
  return blocks.length === 2 && isNumeric <= second.length / 2 && isUniform(first, second)
    ? columns
    : undefined;
}

/** Returns true if each line of both sides is one segment, so that there is no third column. */
function isUniform(first: readonly Line[], second: readonly Line[]): boolean {
  return [...first, ...second].every(({ length }) => length === 1);
}

function isText(lines: readonly Line[]): boolean {
  if (lines.length < LEAST_LINES) return false;
  const left = Math.min(...lines.map(([first]) => first?.left ?? 0));
  const right = Math.max(...lines.map((line) => line.at(-1)?.right ?? 0));
  const width = right - left;
  const heights = lines.map(([first]) => first?.height ?? 0).toSorted((a, b) => a - b);
  const filled = lines.filter(
    (line) =>
      line.reduce((sum, segment) => sum + segment.right - segment.left, 0) >= FILLED * width,
  );
  const height = heights[heights.length >> 1] ?? 0;
  return width >= TEXT_WIDTH * height && filled.length >= lines.length / 2;
}

/** Returns the runs of lines of one side, in the order of the file. */
function blocksInFile(first: readonly Line[], second: readonly Line[]): Line[][] {
  const all = [
    ...first.map((line) => ({ line, side: 0 })),
    ...second.map((line) => ({ line, side: 1 })),
  ].toSorted((a, b) => (a.line[0]?.index ?? 0) - (b.line[0]?.index ?? 0));
  const blocks: { side: number; lines: Line[] }[] = [];
  for (const { line, side } of all) {
    const last = blocks.at(-1);
    if (last?.side === side) last.lines.push(line);
    else blocks.push({ side, lines: [line] });
  }
  return blocks.map(({ lines }) =>
    lines.toSorted((a, b) => (a[0]?.bottom ?? 0) - (b[0]?.bottom ?? 0)),
  );
}
