import { encodeUtf8 } from '../../../_shared/domain/scan/testing/office-files.ts';
import { pdfFile } from '../../../_shared/domain/scan/testing/pdf-files.ts';
import { hostileFiles } from './hostile-file.ts';

const text = encodeUtf8('Quiet after ten.');

/** Harmless contents with hostile or invalid names. */
export const names = hostileFiles(
  ['../../../etc/passwd.txt', text, 'clean'],
  ['..\\..\\windows\\win.ini.txt', text, 'clean'],
  ['/etc/cron.d/a.txt', text, 'clean'],
  ['%2e%2e%2f%00.txt', text, 'clean'],
  ['CON.txt', text, 'clean'],
  ['.txt.txt', text, 'clean'],
  ['invoice\u202efdp.txt', text, 'clean'],
  ['a\u0007\u001b[2J\u007f.txt', text, 'clean'],
  ['a\r\nX-Injected: 1.txt', text, 'clean'],
  ['zero\u200bwidth\ufeff.txt', text, 'clean'],
  ['Zoë – 日本 😀.PDF', pdfFile(), 'clean'],
  ['"><img src=x onerror=alert(1)>.txt', text, 'clean'],
  ["'; drop table attachments; --.txt", text, 'clean'],
  ['=HYPERLINK("http://x").csv', text, 'clean'],
  ['constructor.csv', text, 'clean'],
  [`${'a'.repeat(251)}.txt`, text, 'clean'],
  [`${'a'.repeat(252)}.txt`, text, 'refused'],
  ['paper.pdf.exe', pdfFile(), 'refused'],
  ['paper.pdf ', pdfFile(), 'refused'],
  ['paper.docm', pdfFile(), 'refused'],
  ['paper.svg', encodeUtf8('<svg onload="alert(1)"/>'), 'refused'],
  ['pdf', pdfFile(), 'refused'],
  ['a\0.txt', text, 'clean'],
  ['\ud800.txt', text, 'clean'],
);
