import { cellNumber } from './cell-number.ts';
import { cellDate } from './cell-date.ts';

/**
 * The text of a cell; with its number if the text does not show that number exactly, such as “5 mg” or “$1,251”, and with
 * the date as the sheet shows it if the text has another order.
 */
export type ShownCell = string | { text: string; number?: number; date?: string };

/** A number format of a workbook: shows a value as the sheet does. */
export interface CellFormat {
  showNumber(number: number): ShownCell;
  showText(text: string): string;
}

/** The built-in formats that are the same in every country (ECMA-376, 18.8.30). Dates are shown as ISO 8601 anyway. */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '$#,##0_);($#,##0)'],
  [6, '$#,##0_);($#,##0)'],
  [7, '$#,##0.00_);($#,##0.00)'],
  [8, '$#,##0.00_);($#,##0.00)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'd/m/yyyy h:mm'],
  [37, '#,##0_);(#,##0)'],
  [38, '#,##0_);(#,##0)'],
  [39, '#,##0.00_);(#,##0.00)'],
  [40, '#,##0.00_);(#,##0.00)'],
  [41, '#,##0_);(#,##0);-'],
  [42, '$#,##0_);($#,##0);$-'],
  [43, '#,##0.00_);(#,##0.00);-'],
  [44, '$#,##0.00_);($#,##0.00);$-'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
]);
/** The built-in formats whose order of day, month and year depends on the country. */
const DATES: ReadonlySet<number> = new Set([
  14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58,
]);
const TIMES: ReadonlySet<number> = new Set([32, 33, 34, 35, 55, 56]);
/** Excel accepts no longer format. */
const LONGEST_FORMAT = 255;
/** A longer one has a text in its format, and does not count towards the limits of a file. */
const LONGEST_DATE = 40;
/** A format of digits only: its decimals tell if it shows a number exactly, without parsing each text again. */
const PLAIN = /^"?\$?"?[#,]*0(?:\.(0+)|(?=%|$))%?$/;
/** Days between the two date systems. */
const FROM_1900_TO_1904 = 1462;

/** Shows numbers without a format. */
export const GENERAL: CellFormat = {
  showNumber: precise,
  showText: (text) => text,
};

/**
 * Returns the number format with an ID, or with a custom code. Loads the library of formats only if the format needs it.
 */
export async function cellFormat(
  id: number,
  custom: string | undefined,
  countsFrom1904: boolean,
): Promise<CellFormat> {
  const code = custom ?? builtIn(id);
  if (code === undefined || /^(general|@)?$/i.test(code) || code.length > LONGEST_FORMAT)
    return GENERAL;
  const numfmt = await import('numfmt');
  try {
    // The code of a currency names a country, but the separators are those of the reader.
    const pattern = code.replaceAll(/\[\$([^\]-]+)-[^\]]*\]/g, '[$$$1]');
    const show = (value: number | string) => {
      const text = numfmt.format(pattern, value);
      return /\s/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text;
    };
    show(1); // Throws for a format that is none.
    const parts = numfmt.getFormatDateInfo(pattern);
    return {
      showNumber: numberFormat(pattern, parts, show, countsFrom1904),
      showText: textFormat(pattern, show),
    };
  } catch {
    return GENERAL;
  }
}

function builtIn(id: number): string | undefined {
  return BUILT_IN.get(id) ?? (DATES.has(id) ? 'd/m/yyyy' : TIMES.has(id) ? 'h:mm' : undefined);
}

type Show = (value: number | string) => string;

function numberFormat(
  pattern: string,
  { year, month, day, hours, minutes, seconds }: Record<DatePart, boolean>,
  show: Show,
  countsFrom1904: boolean,
): CellFormat['showNumber'] {
  const hasTime = hours || minutes || seconds;
  const signs = pattern.replaceAll(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, '');
  const shift = countsFrom1904 ? FROM_1900_TO_1904 : 0;
  // Digits in the order of one country mean another date to the reader, or the model, from another country.
  if (day && month && !/mmm|ddd/i.test(signs))
    return (number) => {
      const text = cellDate(number, countsFrom1904, hasTime);
      const date = number < 0 ? text : show(number + shift);
      return date === text || date.length > LONGEST_DATE ? text : { text, date };
    };
  // A library takes “mm:ss” for months, but no such format shows anything of a date.
  const isDate = year || day || (month && !hasTime);
  if (isDate) return (number) => (number < 0 ? precise(number) : show(number + shift));
  if (/\[h+\]/i.test(pattern))
    return (number) => ({ text: number < 0 ? `-${show(-number)}` : show(number), number });
  if (hasTime) return (number) => (number < 0 ? precise(number) : show(number));
  const scale = signs.includes('%') ? 100 : 1;
  const decimals = PLAIN.exec(pattern)?.[1]?.length;
  return (number) => {
    const text = show(number);
    const exact = Number(precise(number * scale));
    const isExact =
      decimals === undefined
        ? cellNumber(text) === exact
        : Number(exact.toFixed(decimals)) === exact;
    // A leading zero shows that it is no amount, but a telephone number or a code.
    return isExact || /^\D*0\d/.test(text) ? text : { text, number: exact };
  };
}

type DatePart = 'year' | 'month' | 'day' | 'hours' | 'minutes' | 'seconds';

/** Returns the function for texts. Most formats show them unchanged. */
function textFormat(pattern: string, show: Show): CellFormat['showText'] {
  const sections = pattern.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, (quoted) =>
    /^[_*[]/.test(quoted) ? '' : 'x',
  );
  const isChanged = sections.includes('@')
    ? !/(^|;)\s*@\s*$/.test(sections)
    : sections.split(';').length > 3;
  return isChanged ? show : (text) => text;
}

/** Formats a number as Excel does: with 15 digits, so that 0.1 + 0.2 is 0.3. */
function precise(number: number): string {
  return Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)));
}
