import { compoundFile } from '../../../_shared/domain/scan/testing/compound-files.ts';
import { encodeUtf8, officeFile } from '../../../_shared/domain/scan/testing/office-files.ts';
import { hostileFiles } from './hostile-file.ts';

/** Legacy workbooks (.xls), and files that pretend to be one. */
export const workbooks = hostileFiles(
  ['plain.xls', compoundFile(), 'clean'],
  ['linked.xls', compoundFile({ link: 'budget.xls' }), 'clean'],
  ['today.xls', officeFile('xlsx'), 'wrongType'],
  ['page.xls', encodeUtf8('<html><table></table></html>'), 'wrongType'],
  ['letter.xls', compoundFile({ workbook: 'WordDocument' }), 'wrongType'],
  ['cut.xls', compoundFile().slice(0, 700), 'damaged'],
  ['circle.xls', compoundFile({ directoryLeadsTo: 1 }), 'damaged'],
  ['macros.xls', compoundFile({ storages: ['_VBA_PROJECT_CUR'] }), 'macros'],
  ['old-macros.xls', compoundFile({ sheet: { listedAs: 1, content: 0x40 } }), 'macros'],
  ['object.xls', compoundFile({ storages: ['MBD0001F2A3'] }), 'embedded'],
  ['command.xls', compoundFile({ link: 'cmd\u0003/c calc' }), 'elsewhere'],
  ['locked.xls', compoundFile({ hasPassword: true }), 'encrypted'],
);
