import { expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

test('RULE-15 non-printable characters in file names become underscores', () => {
  expect(cleanFileName('a\tb\nc\u0000d\u007fe\u200bf\u202eg.pdf')).toBe('a_b_c_d_e_f_g.pdf');
  expect(cleanFileName('Mietvertrag für Zoë – Teil 2 😀.pdf')).toBe(
    'Mietvertrag für Zoë – Teil 2 😀.pdf',
  );
});
