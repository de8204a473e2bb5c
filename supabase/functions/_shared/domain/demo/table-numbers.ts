import type { TableRow } from '../extract/extracted-file.ts';
import { countDecimals } from '../extract/cell-number.ts';
import { inline } from './plain-words.ts';
import { DURATION, measuredNumber } from './table-columns.ts';

/** A number of a row, and the cell that shows it. */
export interface Value {
  row: TableRow;
  cell: string;
  number: number;
}

/** A calculation over the values of a column. */
export type Measure = 'sum' | 'mean' | 'highest' | 'lowest';

/** The number of decimals of an average, unless its cells have more. */
const MEAN_DECIMALS = 2;
/** The maximum number of values in a calculation. */
const TERMS = 12;

export function readNumbers(rows: readonly TableRow[], column: number): Value[] {
  return rows.flatMap((row) => {
    const cell = (row.cells[column] ?? '').trim();
    const number = measuredNumber(row, column);
    return number === undefined ? [] : [{ row, cell, number }];
  });
}

/** Returns a total or an average, with the decimals of its cells. Durations and dollars stay what they are. */
export function computeMeasure(values: readonly Value[], measure: 'sum' | 'mean'): string {
  const sum = values.reduce((total, { number }) => total + number, 0);
  if (values.every(({ cell }) => DURATION.test(cell)))
    return durationText(measure === 'sum' ? sum : sum / values.length);
  const decimalCounts = values.map(({ cell }) => countDecimals(cell));
  const decimals = Math.min(10, Math.max(...decimalCounts));
  const number =
    measure === 'sum'
      ? Number(sum.toFixed(decimals))
      : Number((sum / values.length).toFixed(Math.max(decimals, MEAN_DECIMALS)));
  const isMoney = values.every(({ cell }) => /^[-(]?\$/.test(cell));
  const text = Math.abs(number).toLocaleString('en-AU', {
    minimumFractionDigits: measure === 'sum' ? Math.min(...decimalCounts) : isMoney ? 2 : 0,
    maximumFractionDigits: 10,
  });
  return `${number < 0 ? '-' : ''}${isMoney ? '$' : ''}${text}`;
}

/** Returns how a total or an average comes about, such as `8 + 7.5`; empty for one value, or for too many. */
export function calculation(values: readonly Value[], measure: 'sum' | 'mean'): string {
  if (values.length < 2 || values.length > TERMS) return '';
  const terms = values.map(termText).join(' + ');
  return measure === 'sum' ? terms : `(${terms}) ÷ ${values.length}`;
}

/** Returns the cell of a value, or its number if the cell shows a rounded one. */
function termText({ cell, number }: Value): string {
  const shown = Math.abs(Number(cell.replaceAll(/[^\d.]/g, '')));
  return DURATION.test(cell) || shown === Math.abs(number) ? inline(cell) : String(number);
}

/** Formats a number of days as hours and minutes. */
function durationText(days: number): string {
  const minutes = Math.round(Math.abs(days) * 24 * 60);
  const rest = String(minutes % 60).padStart(2, '0');
  return `${days < 0 ? '-' : ''}${Math.floor(minutes / 60)}:${rest}`;
}

export function measureText(found: readonly Value[], measure: Measure): string {
  return measure === 'sum' || measure === 'mean'
    ? computeMeasure(found, measure)
    : inline(bestOf(found, measure)[0]?.cell ?? '');
}

export function bestOf(found: readonly Value[], measure: 'highest' | 'lowest'): Value[] {
  const numbers = found.map(({ number }) => number);
  const best = measure === 'highest' ? Math.max(...numbers) : Math.min(...numbers);
  return found.filter(({ number }) => number === best);
}
