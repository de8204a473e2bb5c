import { officeFile, encodeUtf8, latin1, type Bytes } from '../../scan/testing/office-files.ts';

/** The first line of a page as a link: a URL, or the number of a page. */
export type PdfLink = string | number;

/**
 * Builds a PDF in which each page shows lines of text; a page without lines is blank.
 * @param links by number of the page, from 1
 */
export function pdfDocument(
  pages: readonly (readonly string[])[],
  links: Record<number, PdfLink> = {},
): Bytes {
  const font = 3;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
      const content = `BT /F1 12 Tf 14 TL 72 720 Td\n${shown}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R ` +
          `/Resources << /Font << /F1 ${font} 0 R >> >> ${annotation(links[index + 1])}>>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.7\n';
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return latin1(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
      `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}

/** @returns the annotations of a page whose first line is a link */
function annotation(link: PdfLink | undefined): string {
  if (link === undefined) return '';
  const target =
    typeof link === 'number'
      ? `/Dest [${2 + link * 2} 0 R /Fit]`
      : `/A << /S /URI /URI (${link.replaceAll(/[()\\]/g, '\\$&')}) >>`;
  return `/Annots [<< /Type /Annot /Subtype /Link /Rect [72 716 300 732] ${target} >>] `;
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Builds a Word document with a body given as XML. */
export function wordDocument(body: string, parts: Record<string, Bytes> = {}): Bytes {
  return officeFile('docx', {
    'word/document.xml': encodeUtf8(
      `<?xml version="1.0"?><w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    ),
    ...parts,
  });
}

/** Returns a paragraph of a Word document as XML. */
export function paragraph(text: string, style?: string): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
}

type Cell = string | number | boolean | { date: number };

/** Builds an XLSX workbook. Stores texts separately from the cells, as Excel does. */
export function workbook(sheets: Record<string, readonly (readonly Cell[])[]>): Bytes {
  const texts: string[] = [];
  const cell = (value: Cell, column: number, row: number) => {
    const address = `${String.fromCharCode(65 + column)}${row}`;
    if (typeof value === 'string') {
      texts.push(`<si><t xml:space="preserve">${escapeXml(value)}</t></si>`);
      return `<c r="${address}" t="s"><v>${texts.length - 1}</v></c>`;
    }
    if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${Number(value)}</v></c>`;
    return `<c r="${address}" s="1"><v>${value.date}</v></c>`;
  };
  const names = Object.keys(sheets);
  const parts = Object.values(sheets).map((rows, index) => {
    const lines = rows.map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((value, column) => cell(value, column, at + 1)).join('')}</row>`,
    );
    return [
      `xl/worksheets/sheet${index + 1}.xml`,
      xml(`<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`),
    ] as const;
  });
  return officeFile('xlsx', {
    'xl/workbook.xml': xml(
      `<workbook><sheets>${names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships>${names.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    ),
    'xl/styles.xml': xml(
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ),
    'xl/sharedStrings.xml': xml(`<sst>${texts.join('')}</sst>`),
    ...Object.fromEntries(parts),
  });
}

function xml(content: string): Bytes {
  return encodeUtf8(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
