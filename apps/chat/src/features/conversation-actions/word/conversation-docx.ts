import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
  type IStylesOptions,
  type Table,
} from 'docx';
import type { Citation } from '@homie/contracts';
import { knownBlocks } from '../../../markdown/known-blocks';
import { renderBlocks } from './blocks';
import type { ExportedEntry, ExportedThread } from './exported-thread';
import { NumberedLists } from './numbered-lists';
import { isRightToLeft, textRun } from './phrases';

const heading = (size: number, before: number) => ({
  run: { size, bold: true, color: '1F2A24' },
  paragraph: { spacing: { before, after: 80 }, keepNext: true },
});

const STYLES: IStylesOptions = {
  default: {
    document: {
      run: { font: 'Calibri', size: 22, language: { value: 'en-AU' } },
      paragraph: { spacing: { after: 120, line: 276 } },
    },
    title: heading(36, 0),
    heading1: heading(26, 360),
    heading2: heading(24, 240),
    heading3: heading(22, 200),
    heading4: heading(22, 160),
    heading5: heading(22, 160),
    heading6: heading(22, 160),
  },
};

const line = (text: string, options: { italics?: boolean } = {}) =>
  new Paragraph({
    children: [textRun(text, options)],
    ...(isRightToLeft(text) && { bidirectional: true }),
  });

const item = (children: (TextRun | ExternalHyperlink)[]) =>
  new Paragraph({ bullet: { level: 0 }, children });

/** Creates a Word document of a conversation. */
export function conversationDocx({ title, facts, entries }: ExportedThread): Promise<Blob> {
  const lists = new NumberedLists();
  const children = [
    new Paragraph({ heading: HeadingLevel.TITLE, children: [textRun(title)] }),
    ...facts.map((fact) => line(fact)),
    ...entries.flatMap((entry) => renderEntry(entry, lists)),
  ];
  const pages = new Paragraph({
    alignment: AlignmentType.END,
    children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
  });
  const document = new Document({
    title,
    creator: 'Second Homie',
    styles: STYLES,
    numbering: { config: lists.config },
    sections: [{ children, footers: { default: new Footer({ children: [pages] }) } }],
  });
  return Packer.toBlob(document);
}

function renderEntry(entry: ExportedEntry, lists: NumberedLists): (Paragraph | Table)[] {
  const { heading: words, text, isMarkdown, files, sources, notes } = entry;
  return [
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: [textRun(words)] }),
    ...(isMarkdown ? renderReply(text, lists) : text.split('\n').map((each) => line(each))),
    ...(files.length > 0 ? [line(`Files: ${files.join(', ')}`)] : []),
    ...(sources.length > 0 ? [line('Sources:'), ...sources.map(renderSource)] : []),
    ...notes.map((note) => line(note, { italics: true })),
  ];
}

function renderReply(markdown: string, lists: NumberedLists): (Paragraph | Table)[] {
  const { blocks, references } = knownBlocks(markdown);
  const place = { references, lists, depth: 0, around: {} };
  const notes = references.notes.flatMap(({ children }, index) => [
    line(`Note ${index + 1}:`),
    ...renderBlocks(children, place),
  ]);
  return [...renderBlocks(blocks, place), ...notes];
}

function renderSource({ url, title, number }: Citation): Paragraph {
  if (number !== undefined) return item([textRun(`[${number}] ${title}`)]);
  const link = new ExternalHyperlink({
    link: url,
    children: [textRun(title, { style: 'Hyperlink' })],
  });
  return item([link, textRun(`, ${url}`)]);
}
