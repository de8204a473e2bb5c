import { utils, write, type WorkSheet } from '@e965/xlsx';
import { encodeUtf8, officeFile, type Bytes } from '../../scan/testing/office-files.ts';

/** A cell: a value, a value in a number format, or XML. */
export type SheetCell =
  string | number | boolean | null | { value: string | number; format: string } | { xml: string };

interface Sheet {
  rows: readonly (readonly SheetCell[])[];
  /** Ranges of merged cells, such as `A1:C1`. */
  merges?: readonly string[];
  countsFrom1904?: boolean;
  /** The names of the parts: not all programs use the same. */
  parts?: { workbook: string; sheet: string; styles: string };
}

const PARTS = { workbook: 'xl/workbook.xml', sheet: 'worksheets/sheet1.xml', styles: 'styles.xml' };

/** Returns a value in a number format. */
export const as = (format: string, value: string | number) => ({ value, format });

/** Builds an XLSX workbook with one sheet. Its number formats are custom ones. */
export function xlsxSheet({
  rows,
  merges = [],
  countsFrom1904 = false,
  parts = PARTS,
}: Sheet): Bytes {
  const formats = ['General'];
  const lines = rows.map((cells, row) => {
    const shown = cells.map((cell, column) => {
      if (cell === null) return '';
      const address = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
      if (typeof cell === 'object' && 'xml' in cell) return cell.xml.replace('<c', `<c ${address}`);
      const { value, format } = typeof cell === 'object' ? cell : as('General', toValue(cell));
      if (!formats.includes(format)) formats.push(format);
      const style = `s="${formats.indexOf(format)}"`;
      return typeof value === 'string'
        ? `<c ${address} ${style} t="inlineStr"><is><t>${escape(value)}</t></is></c>`
        : `<c ${address} ${style}><v>${value}</v></c>`;
    });
    return `<row r="${row + 1}">${shown.join('')}</row>`;
  });
  const codes = formats.map(
    (format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escape(format)}"/>`,
  );
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  const ranges = merges.map((range) => `<mergeCell ref="${range}"/>`);
  const name = parts.workbook.slice('xl/'.length);
  return officeFile('xlsx', {
    '_rels/.rels': encodeUtf8(
      `<Relationships><Relationship Id="m" Type="http://x/officeDocument" Target="/${parts.workbook}"/></Relationships>`,
    ),
    [parts.workbook]: encodeUtf8(
      `<workbook><workbookPr date1904="${Number(countsFrom1904)}"/><sheets><sheet name="S" r:id="r1"/></sheets></workbook>`,
    ),
    [`xl/_rels/${name}.rels`]: encodeUtf8(
      `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="${parts.sheet}"/>` +
        `<Relationship Id="r2" Type="http://x/styles" Target="${parts.styles}"/></Relationships>`,
    ),
    [`xl/${parts.styles}`]: encodeUtf8(
      `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ),
    [`xl/${parts.sheet}`]: encodeUtf8(
      `<worksheet><sheetData>${lines.join('')}</sheetData><mergeCells>${ranges.join('')}</mergeCells></worksheet>`,
    ),
  });
}

/** Builds an XLS workbook with one sheet. */
export function xlsSheet({ rows, merges = [], countsFrom1904 = false }: Sheet): Bytes {
  const plain = (cell: SheetCell) => (cell !== null && typeof cell === 'object' ? null : cell);
  const sheet: WorkSheet = utils.aoa_to_sheet(rows.map((cells) => cells.map(plain)));
  for (const [r, cells] of rows.entries())
    for (const [c, cell] of cells.entries())
      if (cell !== null && typeof cell === 'object' && 'format' in cell) {
        const { value, format: z } = cell;
        sheet[utils.encode_cell({ r, c })] = {
          t: typeof value === 'string' ? 's' : 'n',
          v: value,
          z,
        };
      }
  sheet['!merges'] = merges.map((range) => utils.decode_range(range));
  const book = {
    SheetNames: ['S'],
    Sheets: { S: sheet },
    Workbook: { WBProps: { date1904: countsFrom1904 } },
  };
  return new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer);
}

function toValue(cell: string | number | boolean): string | number {
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
