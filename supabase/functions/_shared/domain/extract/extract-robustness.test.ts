import { expect, test } from 'vitest';
import { encodeUtf8, officeFile } from '../scan/testing/office-files.ts';
import { extractFile } from './extract-file.ts';
import { workbook } from './testing/documents.ts';

test('a distant cell allocates no memory for the cells before it', async () => {
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>' +
    '<row r="1048576"><c r="A1048576"><v>2</v></c><c r="XFD1048576"><v>3</v></c></row></sheetData></worksheet>';
  const started = process.cpuUsage();
  const file = await extractFile({
    name: 'far.xlsx',
    bytes: officeFile('xlsx', {
      'xl/workbook.xml': encodeUtf8(
        '<workbook><sheets><sheet name="A" r:id="r"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': encodeUtf8(
        '<R><Relationship Id="r" Target="worksheets/sheet1.xml"/></R>',
      ),
      'xl/worksheets/sheet1.xml': encodeUtf8(sheet),
    }),
  });
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  expect(file.tables[0]?.rows).toEqual([
    { row: 1, cells: ['1'] },
    { row: 1_048_576, cells: ['2'] },
  ]);
});

test('yields to other work while it reads a large workbook', async () => {
  const data = Array.from({ length: 20_000 }, (_, index) => [`row ${index}`, index, index * 2]);
  const bytes = workbook({ Long: data });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const { tables } = await extractFile({ name: 'long.xlsx', bytes });
  clearInterval(timer);
  expect(tables[0]?.rows).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(5);
});
