import { OLE_MAGIC, startsWith } from './byte-reader.ts';
import { checkWorkbook } from './check-workbook.ts';
import type { ScannedFile } from './check.ts';
import { CompoundFile } from './compound-file.ts';
import { Refused } from './refused.ts';

const MACRO_STORAGES = new Set(['_vba_project_cur', '_vba_project', 'vba', 'macros']);
const ENCRYPTED_STREAMS = new Set(['encryptedpackage', 'encryptioninfo']);
/** Storages and streams in which Excel stores objects of other programs. */
const OBJECT_STORAGES = /^(MBD[0-9A-F]{8}|.Ole10Native|ObjectPool|Ctls)$/i;
/** The maximum number of workbook streams: a file for several versions of Excel has two. */
const MAX_WORKBOOKS = 8;

/** Checks XLS files: compound files with a workbook, without macros, objects or a password. */
export async function checkCompoundFile({ kind, bytes }: ScannedFile): Promise<void> {
  if (kind !== 'xls') return;
  if (!startsWith(bytes, OLE_MAGIC)) throw new Refused('wrongType');
  const file = new CompoundFile(bytes);
  for (const { name } of file.entries) {
    if (MACRO_STORAGES.has(name.toLowerCase())) throw new Refused('macros');
    if (ENCRYPTED_STREAMS.has(name.toLowerCase())) throw new Refused('encrypted');
    if (OBJECT_STORAGES.test(name)) throw new Refused('embedded');
  }
  const workbooks = file.entries.filter(
    ({ name, isStream }) => isStream && /^(workbook|book)$/i.test(name),
  );
  if (workbooks.length === 0) throw new Refused('wrongType');
  if (workbooks.length > MAX_WORKBOOKS) throw new Refused('tooMuch');
  for (const workbook of workbooks) await checkWorkbook(file.open(workbook));
}
