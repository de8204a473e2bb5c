import { columnOrder, type Segment } from './pdf-columns.ts';

/** A piece of text on a page, in points from its top left corner. */
export interface TextPiece {
  text: string;
  left: number;
  right: number;
  /** The position of the baseline, downwards. */
  bottom: number;
  height: number;
  isRightToLeft: boolean;
  /** True if a space precedes the piece in the file. */
  isAfterSpace: boolean;
  /** True for the value of a form field, which belongs to the text before it, however far. */
  isField?: boolean;
}

/** The minimum gap between two lines that starts a paragraph, as a multiple of the letter height. */
const PARAGRAPH_GAP = 1.7;
/** Multiples of the letter height: the shift of an index from its line, a gap between words, and one between cells. */
const SAME_LINE = 0.45;
const WORD_GAP = 0.17;
const CELL_GAP = 1.2;
/** A page with more pieces is no text that a person reads: its order in the file is used. */
const MOST_PIECES = 20_000;

/** Returns the text of a page in the order in which a person reads it. */
export function layOutPage(pieces: readonly TextPiece[]): string {
  if (pieces.length > MOST_PIECES) return pieces.map(({ text }) => text).join(' ');
  const lines = columnOrder(groupLines(toSegments(pieces)));
  let text = '';
  let before: Segment | undefined;
  for (const line of lines) {
    const [first] = line;
    if (!first) continue;
    if (before) {
      const gap = first.bottom - before.bottom;
      text += gap > PARAGRAPH_GAP * Math.max(before.height, first.height) ? '\n\n' : '\n';
    }
    text += line.map((segment) => segment.text).join(' ');
    before = line.at(-1);
  }
  return text.trim();
}

/** Groups things into lines by their baselines, from top to bottom, each line in reading direction. */
function groupLines<Thing extends Omit<Segment, 'text' | 'index'>>(
  things: readonly Thing[],
): Thing[][] {
  const lines: Thing[][] = [];
  for (const thing of things.toSorted((a, b) => a.bottom - b.bottom)) {
    const line = lines.at(-1);
    const tallest = line?.reduce((best, each) => (each.height > best.height ? each : best));
    const isSame =
      tallest !== undefined &&
      thing.bottom - tallest.bottom <= SAME_LINE * Math.max(tallest.height, thing.height);
    if (isSame) line?.push(thing);
    else lines.push([thing]);
  }
  for (const line of lines) {
    const isRightToLeft = line.filter((each) => each.isRightToLeft).length > line.length / 2;
    line.sort((a, b) => (isRightToLeft ? b.left - a.left : a.left - b.left));
  }
  return lines;
}

/** Joins the pieces of each line that are next to each other. */
function toSegments(pieces: readonly TextPiece[]): Segment[] {
  const indexed = pieces.map((piece, index) => ({ ...piece, index }));
  return groupLines(indexed).flatMap((line) => {
    const segments: Segment[] = [];
    let before: TextPiece | undefined;
    for (const piece of line) {
      const last = segments.at(-1);
      const { isAfterSpace: _, isField: __, ...own } = piece;
      const height = Math.max(before?.height ?? 0, piece.height);
      const gap = Math.max(piece.left - (last?.right ?? 0), (last?.left ?? 0) - piece.right);
      const isJoined = piece.isField || gap <= CELL_GAP * height;
      if (!before || !last || !isJoined) segments.push(own);
      else if (!isShadow(before, piece)) {
        const isSpaced =
          gap > WORD_GAP * height || (piece.isAfterSpace && gap > 0) || /\s$/.test(last.text);
        last.text = `${last.text.trimEnd()}${isSpaced ? ' ' : ''}${piece.text.trimStart()}`;
        last.left = Math.min(last.left, piece.left);
        last.right = Math.max(last.right, piece.right);
        last.height = height;
        last.index = Math.min(last.index, piece.index);
      }
      before = piece;
    }
    return segments.map((segment) => ({ ...segment, text: segment.text.trim() }));
  });
}

/** Returns true if a piece is the same text once more, which makes letters bold. */
function isShadow(before: TextPiece, piece: TextPiece): boolean {
  return before.text === piece.text && Math.abs(before.left - piece.left) < before.height * 0.1;
}
