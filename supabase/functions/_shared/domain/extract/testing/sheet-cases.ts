import { encodeUtf8 } from '../../scan/testing/office-files.ts';
import type { ReadingCase } from './reading-case.ts';
import { as, xlsSheet, xlsxSheet, type SheetCell } from './sheets.ts';

const formula = (content = '<f>B2*C2</f>', type = '') => ({ xml: `<c ${type}>${content}</c>` });

const roster: readonly (readonly SheetCell[])[] = [
  ['House', 'Day', 'Worker'],
  ['Acacia', 'Friday', 'Ines Duarte'],
  [null, 'Saturday', 'Joel Tan'],
  [null, 'Sunday', 'Ines Duarte'],
  ['Boronia', 'Friday', 'Mei Lin'],
];
const rosterTable = [
  ['House', 'Day', 'Worker'],
  ['Acacia', 'Friday', 'Ines Duarte'],
  ['Acacia', 'Saturday', 'Joel Tan'],
  ['Acacia', 'Sunday', 'Ines Duarte'],
  ['Boronia', 'Friday', 'Mei Lin'],
];
const budget: readonly (readonly SheetCell[])[] = [
  ['Name', 'Transport', null, 'Therapy', null],
  [null, 'Planned', 'Used', 'Planned', 'Used'],
  ['Asha P.', 900, 450, 5200, 1300],
  ['Leon K.', 300, 310, 4100, 4100],
];
const budgetTable = [
  ['Name', 'Transport Planned', 'Transport Used', 'Therapy Planned', 'Therapy Used'],
  ['Asha P.', '900', '450', '5200', '1300'],
  ['Leon K.', '300', '310', '4100', '4100'],
];
const budgetMerges = ['A1:A2', 'B1:C1', 'D1:E1'];

/** Merged cells, headers of several rows, and formulas. */
export const sheetCases: readonly ReadingCase[] = [
  {
    name: 'merged-houses.xlsx',
    bytes: xlsxSheet({ rows: roster, merges: ['A2:A4'] }),
    tables: [rosterTable],
  },
  {
    name: 'merged-houses.xls',
    bytes: xlsSheet({ rows: roster, merges: ['A2:A4'] }),
    tables: [rosterTable],
  },
  {
    name: 'merged-across.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Time', 'Mon', 'Tue', 'Wed'],
        ['9:00', 'Swimming', null, 'Art'],
        ['13:00', 'Public holiday', null, null],
      ],
      merges: ['B2:C2', 'B3:D3'],
    }),
    tables: [
      [
        ['Time', 'Mon', 'Tue', 'Wed'],
        ['9:00', 'Swimming', 'Swimming', 'Art'],
        ['13:00', 'Public holiday', 'Public holiday', 'Public holiday'],
      ],
    ],
  },
  {
    name: 'merged-block.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Room', 'A', 'B'],
        ['1', 'Closed', null],
        ['2', null, null],
        ['3', 'Open', 'Open'],
      ],
      merges: ['B2:C3'],
    }),
    tables: [
      [
        ['Room', 'A', 'B'],
        ['1', 'Closed', 'Closed'],
        ['2', 'Closed', 'Closed'],
        ['3', 'Open', 'Open'],
      ],
    ],
  },
  {
    name: 'merged-title.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Incident register 2026', null, null],
        ['Date', 'House', 'What'],
        [as('d/mm/yyyy', 46_030), 'Acacia', 'Fall'],
      ],
      merges: ['A1:C1'],
    }),
    text: 'Incident register 2026\n',
    tables: [
      [
        ['Date', 'House', 'What'],
        ['2026-01-08', 'Acacia', 'Fall'],
      ],
    ],
  },
  {
    name: 'merged-sheet.xlsx',
    bytes: xlsxSheet({ rows: [['Item'], ['Tea'], ['Jam']], merges: ['A1:XFD1048576', 'nonsense'] }),
    tables: [[['Item'], ['Tea'], ['Jam']]],
    // A range over the whole sheet hides the other cells; those that are there are read all the same.
  },
  {
    name: 'two-row-budget.xlsx',
    bytes: xlsxSheet({ rows: budget, merges: budgetMerges }),
    tables: [budgetTable],
  },
  {
    name: 'two-row-budget.xls',
    bytes: xlsSheet({ rows: budget, merges: budgetMerges }),
    tables: [budgetTable],
  },
  {
    name: 'two-row-without-merges.xlsx',
    bytes: xlsxSheet({ rows: budget }),
    tables: [budgetTable],
  },
  {
    name: 'two-row.csv',
    bytes: encodeUtf8(
      'Name,Transport,,Therapy,\n,Planned,Used,Planned,Used\nAsha P.,900,450,5200,1300\nLeon K.,300,310,4100,4100\n',
    ),
    tables: [budgetTable],
  },
  {
    name: 'three-row-header.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Staff', 'Training', null, null, null],
        [null, 'First aid', null, 'Manual handling', null],
        [null, 'Done', 'Due', 'Done', 'Due'],
        ['Ines Duarte', 2024, 2027, 2025, 2026],
      ],
      merges: ['A1:A3', 'B1:E1', 'B2:C2', 'D2:E2'],
    }),
    tables: [
      [
        [
          'Staff',
          'Training First aid Done',
          'Training First aid Due',
          'Training Manual handling Done',
          'Training Manual handling Due',
        ],
        ['Ines Duarte', '2024', '2027', '2025', '2026'],
      ],
    ],
  },
  {
    name: 'title-and-groups.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Spending to June', null, null, null],
        [null, 'Planned', null, null],
        ['Name', 'Core', 'Capital', 'Total'],
        ['Asha P.', 1, 2, 3],
      ],
      merges: ['A1:D1', 'B2:D2'],
    }),
    text: 'Spending to June\n',
    tables: [
      [
        ['Name', 'Planned Core', 'Planned Capital', 'Planned Total'],
        ['Asha P.', '1', '2', '3'],
      ],
    ],
  },
  {
    name: 'header-before-texts.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Contact', null, 'Ward'],
        ['Mei', 'Lin', 'North'],
        ['Joel', 'Tan', 'South'],
      ],
      merges: ['A1:B1'],
    }),
    tables: [
      [
        ['Contact', 'Contact', 'Ward'],
        ['Mei', 'Lin', 'North'],
        ['Joel', 'Tan', 'South'],
      ],
    ],
  },
  {
    name: 'formulas-of-a-library.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Item', 'Hours', 'Rate', 'Cost'],
        ['Cleaning', 2, 40, formula()],
        ['Garden', 1, 55, formula('<f>B3*C3</f><v></v>')],
        ['Sum', null, null, formula('<f>SUM(D2:D3)</f><v/>')],
      ],
    }),
    tables: [
      [['Item', 'Hours', 'Rate', 'Cost'], ['Cleaning', '2', '40'], ['Garden', '1', '55'], ['Sum']],
    ],
    notes: [
      'Cells contain formulas without a stored result in sheet “S” of formulas-of-a-library.xlsx: D2, D3, D4. Open the file in Excel, save it and upload it again.',
    ],
  },
  {
    name: 'many-formulas.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Item', 'Cost'],
        ...Array.from({ length: 12 }, (_, index) => [`Row ${index}`, formula('<f>1</f>')]),
      ],
    }),
    tables: [[['Item', 'Cost'], ...Array.from({ length: 12 }, (_, index) => [`Row ${index}`])]],
    notes: [
      'Cells contain formulas without a stored result in sheet “S” of many-formulas.xlsx: B2, B3, B4, B5, B6, B7, B8, B9, B10, B11 and 2 more. Open the file in Excel, save it and upload it again.',
    ],
  },
  {
    name: 'formulas-with-results.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Item', 'Cost', 'Note'],
        ['Tea', formula('<f>1+2</f><v>3</v>'), formula('<f>""</f><v></v>', 't="str"')],
        [
          'Jam',
          formula('<f>1/0</f><v>#DIV/0!</v>', 't="e"'),
          formula('<f>"x"</f><v>x</v>', 't="str"'),
        ],
      ],
    }),
    tables: [
      [
        ['Item', 'Cost', 'Note'],
        ['Tea', '3'],
        ['Jam', '#DIV/0!', 'x'],
      ],
    ],
  },
  {
    name: 'renamed-parts.xlsx',
    bytes: xlsxSheet({
      rows: [
        ['Item', 'Dose'],
        ['Iron', as('0 "mg"', 65)],
      ],
      parts: { workbook: 'xl/workbook2.xml', sheet: 'sheets/a.xml', styles: 'theme/styles9.xml' },
    }),
    tables: [
      [
        ['Item', 'Dose'],
        ['Iron', '65 mg'],
      ],
    ],
  },
];
