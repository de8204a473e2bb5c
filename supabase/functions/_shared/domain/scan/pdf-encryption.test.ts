import { expect, test } from 'vitest';
import { extractFile } from '../extract/extract-file.ts';
import { stringBytes } from './pdf-encryption.ts';
import { Refused, type REASONS } from './refused.ts';
import { checkPdf } from './check-pdf.ts';
import { encryptedPdf, ENCRYPTIONS } from './testing/encrypted-pdf.ts';
import { latin1, type Bytes } from './testing/office-files.ts';

const check = (bytes: Bytes) => checkPdf({ kind: 'pdf', bytes });
const refused = (reason: keyof typeof REASONS) => new Refused(reason);

test.each(ENCRYPTIONS)(
  'EXTRACT-06 accepts and reads a PDF that opens without a password: %s',
  async (encryption) => {
    const bytes = encryptedPdf({ encryption });
    await expect(check(bytes)).resolves.toBeUndefined();
    const { parts, notes } = await extractFile({ name: 'a.pdf', bytes });
    expect(parts).toEqual([{ text: 'Visit at nine.\n\n', location: { page: 1 } }]);
    expect(notes).toEqual([]);
  },
);

test.each(ENCRYPTIONS)('EXTRACT-06 finds what is encrypted in a PDF: %s', async (encryption) => {
  for (const isPackedCompressed of [true, false]) {
    const options = { encryption, isPackedCompressed };
    const packed = (object: string) => encryptedPdf({ ...options, packed: `9 0 ${object}` });
    await expect(check(packed('<< /S /JavaScript /JS (x) >>'))).rejects.toThrow(refused('scripts'));
    await expect(check(packed('<< /Type /EmbeddedFile >>'))).rejects.toThrow(refused('embedded'));
    await expect(check(packed('<< /XFA 1 >>'))).rejects.toThrow(refused('scripts'));
    await expect(check(packed('<< /Encrypt 5 0 R >>'))).rejects.toThrow(refused('encrypted'));
  }
});

test.each(['RC4-40', 'RC4-128', 'AES-128', 'AES-256 of revision 5'] as const)(
  'EXTRACT-06 refuses a PDF that opens with a password only: %s',
  async (encryption) => {
    const bytes = encryptedPdf({ encryption, password: 'secret' });
    await expect(check(bytes)).rejects.toThrow(refused('encrypted'));
  },
);

test.each([
  ['a second encryption', '6 0 obj\n<< /Filter /Standard >>\nendobj\n'],
  ['another encryption elsewhere', 'trailer << /Encrypt 8 0 R >>\n'],
  ['an encryption in the trailer itself', 'trailer << /Encrypt << /Filter /Standard >> >>\n'],
])('EXTRACT-06 refuses a PDF with %s, which another reader could use', async (_, more) => {
  const bytes = encryptedPdf({ encryption: 'AES-128', more });
  await expect(check(bytes)).rejects.toThrow(refused('encrypted'));
});

test.each([
  ['<48 65 5>', 'HeP'],
  ['(a\\)b\\\\)', 'a)b\\'],
  ['(\\101\\n\\0603\\\nx)', 'A\n03x'],
])('reads the bytes of the string %j', (text, bytes) => {
  expect(stringBytes(text)).toEqual(latin1(bytes));
});
