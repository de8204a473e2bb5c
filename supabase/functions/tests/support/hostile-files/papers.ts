import {
  encodeUtf8,
  latin1,
  officeFile,
} from '../../../_shared/domain/scan/testing/office-files.ts';
import {
  concatBytes,
  packedObjects,
  pdfFile,
} from '../../../_shared/domain/scan/testing/pdf-files.ts';
import { EICAR, hostileFiles } from './hostile-file.ts';

const script = '5 0 << /S /JavaScript /JS (app.alert\\(1\\)) >>';

/** PDF files, and files that pretend to be one. */
export const papers = hostileFiles(
  ['plain.pdf', pdfFile(), 'clean'],
  ['linked.pdf', pdfFile(['<< /A << /S /URI /URI (https://example.org) >> >>']), 'clean'],
  ['packed.pdf', pdfFile([packedObjects('5 0 << /Type /Page >>')]), 'clean'],
  ['opens-at-a-page.pdf', pdfFile(['<< /OpenAction [3 0 R /Fit] >>']), 'clean'],
  ['speaks-of-scripts.pdf', pdfFile(['(We use no JavaScript)']), 'clean'],
  ['cut.pdf', pdfFile([], ''), 'damaged'],
  ['head-only.pdf', encodeUtf8('%PDF-1.7\n'), 'damaged'],
  ['text.pdf', encodeUtf8('Quiet after ten.'), 'wrongType'],
  ['page.pdf', encodeUtf8('<html><script>alert(1)</script></html>'), 'wrongType'],
  ['picture-first.pdf', concatBytes([latin1('GIF89a'), pdfFile()]), 'wrongType'],
  [
    'archive-behind.pdf',
    concatBytes([pdfFile(), officeFile('docx'), encodeUtf8('%%EOF')]),
    'extra',
  ],
  ['script.pdf', pdfFile(['<< /S /JavaScript /JS (x) >>']), 'scripts'],
  ['escaped.pdf', pdfFile(['<< /S /#4a#61vaScript /JS (x) >>']), 'scripts'],
  ['script-packed.pdf', pdfFile([packedObjects(script)]), 'scripts'],
  ['form.pdf', pdfFile(['<< /XFA 5 0 R >>']), 'scripts'],
  ['launch.pdf', pdfFile(['<< /S /Launch /F (cmd.exe) >>']), 'program'],
  ['attached.pdf', pdfFile(['<< /Names << /EmbeddedFiles 5 0 R >> >>']), 'embedded'],
  ['film.pdf', pdfFile(['<< /Subtype /RichMedia >>']), 'embedded'],
  ['locked.pdf', pdfFile(['<< /Encrypt 5 0 R >>']), 'encrypted'],
  ['opens-a-page.pdf', pdfFile(['<< /OpenAction << /S /URI /URI (http://x) >> >>']), 'opening'],
  ['opens-by-number.pdf', pdfFile(['<< /OpenAction 4 0 R >>', '<< /S /URI >>']), 'opening'],
  ['other-filter.pdf', pdfFile([packedObjects(script, '/LZWDecode')]), 'damaged'],
  ['bomb.pdf', pdfFile([packedObjects('\0'.repeat(20_000_000))]), 'tooMuch'],
  ['deep.pdf', pdfFile([`<< /A ${'['.repeat(200_000)} >>`]), 'tooMuch'],
  ['virus.pdf', pdfFile([`(${EICAR})`]), 'virus'],
);
