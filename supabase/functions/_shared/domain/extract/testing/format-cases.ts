import type { ReadingCase } from './reading-case.ts';
import { as, xlsSheet, xlsxSheet, type SheetCell } from './sheets.ts';

const HOURS = '[h]:mm';

/** Returns a case with one column: values in their number formats, and what the sheet shows for them. */
function column(
  name: string,
  cells: readonly (readonly [format: string, value: string | number, shown: string])[],
  countsFrom1904 = false,
): ReadingCase[] {
  const rows: SheetCell[][] = [
    ['Item', 'Shown'],
    ...cells.map(([format, value], index) => [`Row ${index + 1}`, as(format, value)]),
  ];
  const shown = cells.map(([, , text], index) =>
    [`Row ${index + 1}`, text].filter((cell) => cell !== ''),
  );
  const tables = [[['Item', 'Shown'], ...shown]];
  return [
    { name: `${name}.xlsx`, bytes: xlsxSheet({ rows, countsFrom1904 }), tables },
    { name: `${name}.xls`, bytes: xlsSheet({ rows, countsFrom1904 }), tables },
  ];
}

/** Cells in number formats, each in XLSX and in XLS. */
export const formatCases: readonly ReadingCase[] = [
  ...column('overtime', [
    [HOURS, 1.75, '42:00'],
    [HOURS, 1, '24:00'],
    [HOURS, 0, '0:00'],
    [HOURS, 4.0625, '97:30'],
    [HOURS, -0.25, '-6:00'],
    ['[hh]:mm:ss', 1.0001, '24:00:09'],
    ['[mm]:ss', 0.0625, '90:00'],
  ]),
  ...column('shift-starts', [
    ['h:mm AM/PM', 0.28125, '6:45 AM'],
    ['hh:mm', 0.28125, '06:45'],
    ['h:mm', 0, '0:00'],
    ['h:mm AM/PM', 46_023.9375, '10:30 PM'],
    ['h:mm:ss', 0.5, '12:00:00'],
  ]),
  ...column('dates', [
    ['d/mm/yyyy', 46_023, '2026-01-01'],
    ['dd/mm/yyyy hh:mm', 46_023.5, '2026-01-01 12:00'],
    ['d/mm/yyyy', 46_023.5, '2026-01-01'],
    ['ddd d mmm yyyy', 46_023, 'Thu 1 Jan 2026'],
    ['[$-C09]d mmmm yyyy', 46_023, '1 January 2026'],
    ['mmmm yyyy', 46_023, 'January 2026'],
    ['dddd', 46_023, 'Thursday'],
    ['yyyy', 46_023, '2026'],
  ]),
  ...column(
    'dates-from-1904',
    [
      ['d/mm/yyyy', 44_561, '2026-01-01'],
      ['d mmm yyyy', 44_561, '1 Jan 2026'],
      ['h:mm', 0.25, '6:00'],
      [HOURS, 1.5, '36:00'],
    ],
    true,
  ),
  ...column('numbers-that-are-codes', [
    ['0000 000 000', 491_570_156, '0491 570 156'],
    ['(00) 0000 0000', 355_501_234, '(03) 5550 1234'],
    ['0000', 870, '0870'],
    ['"NDIS "000 000 000', 43_001_234, 'NDIS 043 001 234'],
    ['00\\-00\\-00', 62_000, '06-20-00'],
  ]),
  ...column('amounts', [
    ['"$"#,##0.00', 96_180.4, '$96,180.40'],
    ['"$"#,##0.00;[Red]-"$"#,##0.00', -12.5, '-$12.50'],
    ['_-"$"* #,##0.00_-;-"$"* #,##0.00_-;_-"$"* "-"??_-;_-@_-', 0, '$-'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', -45, '$(45.00)'],
    ['[$$-C09]#,##0.00', 7, '$7.00'],
    ['#,##0.00 [$€-407]', 1234.5, '1,234.50 €'],
    ['[$AUD] #,##0', 1500, 'AUD 1,500'],
    ['#,##0', 1_234_567.8, '1,234,568'],
    ['0.0,,"M"', 12_345_678, '12.3M'],
  ]),
  ...column('units', [
    ['0.0 "mL"', 2.5, '2.5 mL'],
    ['0" km"', 18, '18 km'],
    ['General" tablets"', 1.5, '1.5 tablets'],
    ['"Room "0', 12, 'Room 12'],
    ['0.0"°C"', 38.25, '38.3°C'],
    ['[<2]0" day";0" days"', 1, '1 day'],
    ['[<2]0" day";0" days"', 3, '3 days'],
  ]),
  ...column('shares', [
    ['0%', 0.25, '25%'],
    ['0.0%', 0.1234, '12.3%'],
    ['0.00 %', 1.5, '150.00 %'],
    ['# ?/?', 0.5, '1/2'],
    ['# ?/?', 2.75, '2 3/4'],
    ['# ?/8', 1.375, '1 3/8'],
    ['0.00E+00', 1_234_500, '1.23E+06'],
  ]),
  ...column('texts', [
    ['@', '0042', '0042'],
    ['"Unit "@', '5', 'Unit 5'],
    ['0;-0;0;@" (verbal)"', 'Consent', 'Consent (verbal)'],
    ['General', 'Tea', 'Tea'],
  ]),
  ...column('hidden-values', [
    ['0;-0;;@', 0, ''],
    [';;;', 5, ''],
    ['0;-0;;@', 4, '4'],
  ]),
  ...column('broken-formats', [
    ['0.00', 1e20, '100000000000000000000.00'],
    ['General', 0.1 + 0.2, '0.3'],
    ['0'.repeat(300), 7, '7'],
  ]),
];
