import { expect, test } from 'vitest';
import { FieldWatch } from './field-watch.ts';
import { Refused } from './refused.ts';
import { encodeUtf8 } from './testing/office-files.ts';
import { spread } from './testing/hostile-files.ts';

function finds(...pieces: readonly string[]): boolean {
  const watch = new FieldWatch();
  return pieces.some((piece) => watch.push(encodeUtf8(piece)));
}
const field = (words: string) => `<w:p><w:instrText a="b">${words}</w:instrText></w:p>`;

test.each([
  field('DDE Excel a'),
  field('ddeauto\\c'),
  field(' x "DDE" '),
  field('=DDE '),
  field('&#68;DE a'),
  '<w:fldSimple w:instr="D&#x44;E a"/>',
  '<instrText>DDE a</instrText>',
  '<w:fldSimple w:dirty="1" w:instr="DDE a"/>',
  '<w:fldSimple w:instr = \'DDE "a"\'/>',
  spread('DDEAUTO c'),
  `${field('PAGE ')}${field('DDE a')}`,
  `${field('PAGE')}<w:fldChar w:fldCharType="begin"/>${field('DDE a')}`,
  field('<![CDATA[DDE a]]>'),
  field('D<![CDATA[DE]]> a'),
  field('D<!-- > -->D<?a >?>E a'),
  field('&#x0000000044;&#0000000068;E a'),
  `<!-- <w:instrText ' <? --><a b="<!--"/>${field('DDE a')}`,
  `<![CDATA[<w:instrText '<!--]]>${field('DDE a')}`,
  `<w:t a="'" b='"'>'</w:t>${field('DDE a')}`,
  field(`${'a '.repeat(3_000)}DDE a`),
  field(`DDE a${' b'.repeat(3_000)}`),
  `<w:instrText a="${'b'.repeat(3_000)}" c=">">DDE a</w:instrText>`,
  `<w:fldSimple w:alias="${'b'.repeat(3_000)}" w:instr="${'c '.repeat(3_000)}DDE a"/>`,
  `<w:fldSimple w:alias=" instr='PAGE'" w:instr="DDE a"/>`,
  `<${'a'.repeat(3_000)}:instrText>DDE a`,
  '<?xml version="1.0" encoding="ISO-8859-1"?><instrText>DDE a',
  '<x:ddeLink/>',
  '<oleLink a="b"/>',
])('%s is a DDE field', (xml) => {
  expect(finds(xml)).toBe(true);
});

test.each([
  '<w:t>DDE a</w:t>',
  '<w:instrTexts>DDE a',
  '<w:fldSimple w:alias="DDE a"/>',
  field('ADDED a'),
  field('DDEX a'),
  field('DDE-a'),
  `${field('PAGE')}<w:t> DDE a</w:t>`,
  field('A<!-- -->DDE a'),
  field('<!-- DDE a -->PAGE'),
  field(`${'A'.repeat(6_000)}DDE a`),
  `<!-- ${field('DDE a')} --><![CDATA[${field('DDE a')}]]>`,
  '<w:instrText/> DDE a',
  '<a b=\'"\' c="<x:ddeLink/>"/>',
])('%s is not a DDE field', (xml) => {
  expect(finds(xml)).toBe(false);
});

test.each(['utf-16le', 'utf-16be'] as const)('finds a DDE field in %s', (encoding) => {
  for (const mark of ['\ufeff', '', '\n']) {
    const bytes = Buffer.from(`${mark}${field('DDE a')}`, 'utf16le');
    if (encoding === 'utf-16be') bytes.swap16();
    expect(new FieldWatch().push(bytes)).toBe(true);
    const watch = new FieldWatch();
    expect(Array.from(bytes).some((byte) => watch.push(Uint8Array.of(byte)))).toBe(true);
  }
});

test.each([
  '<?xml version="1.0" encoding="utf-7"?><a/>',
  "<?xml version='1.0' encoding = 'IBM037'?><a/>",
  '<!DOCTYPE a [<!ENTITY b "c">]><a/>',
])('%s is refused', (xml) => {
  expect(() => finds(xml)).toThrow(new Refused('damaged'));
});

test('a tag of more than 1 MB is refused', () => {
  expect(() => finds('<a b="', 'c'.repeat(1024 * 1024))).toThrow(new Refused('damaged'));
});

test.each([
  field('DDEAUTO c'),
  field('D<![CDATA[DE]]> a'),
  field('<!-- > -->DD<?a?>&#x45; a'),
  spread('DDEAUTO c'),
  '<w:fldSimple w:instr="DDE a"/>',
])('finds %s wherever the chunks are split', (xml) => {
  for (let at = 1; at < xml.length; at += 1)
    expect([at, finds(`\u00eb${xml.slice(0, at)}`, xml.slice(at))]).toEqual([at, true]);
  expect(finds(...Array.from(`${xml}<w:t>a</w:t>`))).toBe(true);
});
