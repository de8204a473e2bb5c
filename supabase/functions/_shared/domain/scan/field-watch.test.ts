import { expect, test } from 'vitest';
import { FieldWatch } from './field-watch.ts';
import { bytesOf } from './testing/office-files.ts';
import { spread } from './testing/hostile-files.ts';

function finds(...pieces: readonly string[]): boolean {
  const watch = new FieldWatch();
  return pieces.some((piece) => watch.push(bytesOf(piece)));
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
])('%s is a field that talks to other programs', (xml) => {
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
])('%s is none', (xml) => {
  expect(finds(xml)).toBe(false);
});

test.each([field('DDEAUTO c'), spread('DDEAUTO c'), '<w:fldSimple w:instr="DDE a"/>'])(
  'in %s it is found wherever the pieces end',
  (xml) => {
    for (let at = 1; at < xml.length; at += 1)
      expect([at, finds(`\u00eb${xml.slice(0, at)}`, xml.slice(at))]).toEqual([at, true]);
    expect(finds(...Array.from(`${xml}<w:t>a</w:t>`))).toBe(true);
  },
);
