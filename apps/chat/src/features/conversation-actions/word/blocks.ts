import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  WidthType,
  type IParagraphOptions,
} from 'docx';
import type { List, Nodes, RootContent, Table as TableNode } from 'mdast';
import { itemNumber, type References } from '@homie/widgets/markdown';
import type { NumberedLists } from './numbered-lists';
import { isRightToLeft, MONO, renderPhrases, textRun } from './phrases';

/** The indentation of a list level and of a quote, in twentieths of a point. */
const INDENT = 720;
const DEEPEST = 8;
const HEADINGS = [
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
const ALIGNMENTS = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
};
const LINE = { style: BorderStyle.SINGLE, size: 8, space: 8, color: 'A0A0A0' };

interface Place {
  references: References;
  lists: NumberedLists;
  /** The number of lists around the block. */
  depth: number;
  /** What the surrounding quote or item adds to each paragraph. */
  around: IParagraphOptions;
}

function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

/** Converts the blocks of a reply to paragraphs and tables. Headings are one level below that of the message. */
export function renderBlocks(nodes: readonly RootContent[], place: Place): (Paragraph | Table)[] {
  return nodes.flatMap((node) => renderBlock(node, place));
}

function renderBlock(node: RootContent, place: Place): (Paragraph | Table)[] {
  const { references, around } = place;
  const paragraph = (options: IParagraphOptions) =>
    new Paragraph({
      ...around,
      ...options,
      ...(isRightToLeft(wordsOf(node)) && { bidirectional: true }),
    });
  switch (node.type) {
    case 'paragraph':
      return [paragraph({ children: renderPhrases(node.children, references) })];
    case 'heading': {
      const heading = HEADINGS[Math.min(node.depth, HEADINGS.length) - 1];
      return [
        paragraph({
          ...(heading && { heading }),
          children: renderPhrases(node.children, references),
        }),
      ];
    }
    case 'code':
      return [renderCode(node.value, around)];
    case 'blockquote':
      return renderBlocks(node.children, {
        ...place,
        around: { ...around, indent: { left: (place.depth + 1) * INDENT }, border: { left: LINE } },
      });
    case 'list':
      return renderList(node, place);
    case 'table':
      return renderTable(node, references);
    case 'thematicBreak':
      return [new Paragraph({ border: { bottom: LINE } })];
    default:
      // Comments. Definitions are resolved where they are referred to.
      return [];
  }
}

/** One paragraph per block of code, so that its lines stay together. */
function renderCode(code: string, around: IParagraphOptions): Paragraph {
  const options = { font: MONO, size: 20, noProof: true };
  const children = code.split('\n').map((line, index) => {
    // Word processors collapse spaces; those in code have a meaning.
    const text = line.replaceAll('\t', '    ').replaceAll(' ', '\u00A0');
    return textRun(text, index > 0 ? { ...options, break: 1 } : options);
  });
  return new Paragraph({ ...around, children, shading: { fill: 'F2F2F2' } });
}

function renderList(list: List, place: Place): (Paragraph | Table)[] {
  const level = Math.min(place.depth, DEEPEST);
  const markerFrom = (start: number) =>
    list.ordered
      ? { numbering: { reference: place.lists.add(start), level } }
      : { bullet: { level } };
  let marker = markerFrom(list.start ?? 1);
  const inside = { left: (level + 1) * INDENT };
  const inner = { ...place, depth: place.depth + 1, around: { indent: inside } };
  return list.children.flatMap((item) => {
    const { children, checked } = item;
    const number = itemNumber(item);
    if (number !== undefined) marker = markerFrom(number);
    const [first, ...others] = children;
    if (first?.type !== 'paragraph')
      return [new Paragraph(marker), ...renderBlocks(children, inner)];
    const tick = typeof checked === 'boolean' ? [textRun(checked ? '☑ ' : '☐ ')] : [];
    return [
      new Paragraph({
        ...marker,
        children: [...tick, ...renderPhrases(first.children, place.references)],
        ...(isRightToLeft(wordsOf(first)) && { bidirectional: true }),
      }),
      ...renderBlocks(others, inner),
    ];
  });
}

function renderTable(
  { align, children }: TableNode,
  references: References,
): (Paragraph | Table)[] {
  const rows = children.map(
    (row, index) =>
      new TableRow({
        ...(index === 0 && { tableHeader: true }),
        cantSplit: true,
        children: row.children.map((cell, column) => {
          const side = align?.[column];
          const content = new Paragraph({
            alignment: side ? ALIGNMENTS[side] : AlignmentType.START,
            children: renderPhrases(cell.children, references, { bold: index === 0 }),
          });
          return new TableCell({
            children: [content],
            margins: { top: 60, bottom: 60, left: 100, right: 100 },
            ...(index === 0 && { shading: { fill: 'F2F2F2' } }),
          });
        }),
      }),
  );
  const table = new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } });
  // Two tables in a row would become one.
  return [table, new Paragraph({})];
}
