import {
  encodeUtf8,
  latin1,
  officeFile,
} from '../../../_shared/domain/scan/testing/office-files.ts';
import { concatBytes, pdfFile } from '../../../_shared/domain/scan/testing/pdf-files.ts';
import { EICAR, hostileFiles } from './hostile-file.ts';

/** Text and CSV files, and files that pretend to be one. */
export const texts = hostileFiles(
  ['plain.txt', encodeUtf8('Quiet after ten.\n'), 'clean'],
  ['formulas.csv', encodeUtf8('=cmd|\' /C calc\'!A0,"+1",-2,@SUM(A1)\n'), 'clean'],
  ['markup.txt', encodeUtf8('<script>alert(1)</script><img src=x onerror=alert(1)>'), 'clean'],
  ['emoji.csv', encodeUtf8('Zoë;😀;日本;مرحبا\n'), 'clean'],
  ['mark.txt', encodeUtf8('\ufeffWith a mark before it'), 'clean'],
  ['right-to-left.txt', encodeUtf8('abc\u202edcba\u2066'), 'clean'],
  ['windows.txt', latin1('caf\u00e9 \u0080 10'), 'clean'],
  ['one-byte.txt', encodeUtf8('a'), 'clean'],
  ['long-line.csv', new Uint8Array(2_000_000).fill(0x2c), 'clean'],
  ['empty.txt', new Uint8Array(0), 'refused'],
  ['program.txt', latin1('MZ\u0090\0\u0003\0\0\0'), 'wrongType'],
  ['elf.csv', latin1('\u007fELF\u0002\u0001\u0001\0'), 'wrongType'],
  ['picture.txt', latin1('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'), 'wrongType'],
  ['zeros.csv', new Uint8Array(5_000), 'wrongType'],
  ['nul-at-the-end.csv', encodeUtf8('a,b\n1,2\n\0'), 'wrongType'],
  [
    'binary-late.csv',
    concatBytes([new Uint8Array(300_000).fill(0x61), Uint8Array.of(1, 2, 3)]),
    'wrongType',
  ],
  ['broken.txt', Uint8Array.of(0xc3, 0x28, 0x81, 0x0a), 'wrongType'],
  ['half.txt', Uint8Array.of(0xff, 0xfe, 0x41), 'wrongType'],
  ['document.csv', officeFile('xlsx'), 'wrongType'],
  ['paper.txt', pdfFile(), 'wrongType'],
  ['virus.txt', encodeUtf8(EICAR), 'virus'],
  ['virus-late.csv', concatBytes([new Uint8Array(700_001).fill(0x61), encodeUtf8(EICAR)]), 'virus'],
);
