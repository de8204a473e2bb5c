import { expect, test } from 'vitest';
import { checkRelations, readContentTypes } from './office-parts.ts';
import { Refused } from './refused.ts';
import { encodeUtf8 } from './testing/office-files.ts';

test('returns the content types of parts, and of extensions that a part has', () => {
  const xml =
    '<Types><Default Extension="XML" ContentType="a"/><Default Extension="bin" ContentType="vbaProject"/>' +
    '<Other Extension="xml" ContentType="b"/><Default ContentType="c"/><Override ContentType="d"/><Override/></Types>';
  expect(readContentTypes(encodeUtf8(xml), ['word/a.b.xml', 'none'])).toEqual(['a', 'd', '']);
  expect(
    readContentTypes(encodeUtf8('<Default Extension="rels" ContentType="e"/>'), ['_rels/.RELS']),
  ).toEqual(['e']);
});

test.each([
  ['x.macroEnabled.y', 'macros'],
  ['x.macrosheet', 'macros'],
  ['x.vbaData', 'macros'],
  ['x.oleObject', 'embedded'],
  ['x.ActiveX', 'embedded'],
] as const)('a part of the type %s is refused', (type, reason) => {
  const read = () => readContentTypes(encodeUtf8(`<Override ContentType="${type}"/>`), []);
  expect(read).toThrow(new Refused(reason));
});

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

test.each([
  `<Override PartName="/word/document.bin" ContentType="${mainType}"/>`,
  `<Override ContentType="${mainType}"/>`,
  `<Default Extension="bin" ContentType="${mainType}"/>`,
  '<Override PartName="/xl/a.XMLS" ContentType="x.spreadsheetml.externalLink+xml"/>',
])('%s is refused, because such a part would not be searched', (xml) => {
  expect(() => readContentTypes(encodeUtf8(xml), ['a.bin'])).toThrow(new Refused('damaged'));
});

const relation =
  (type: string, mode = 'Internal') =>
  () =>
    checkRelations(
      encodeUtf8(`<R><Relationship Type="http://x/${type}" TargetMode="${mode}"/></R>`),
    );

test.each([
  ['image', 'Internal'],
  ['image', 'notExternal'],
  ['image', 'Externally'],
  ['hyperlink', 'External'],
  ['externalLinkPath', 'external'],
  ['xaFChunk', 'Internal'],
])('a relation to %s (%s) passes', (type, mode) => {
  expect(relation(type, mode)).not.toThrow();
});

test.each([
  ['image', 'external', 'elsewhere'],
  ['hyperlink2', 'External', 'elsewhere'],
  ['afchunk', 'Internal', 'embedded'],
  ['oleObject', 'Internal', 'embedded'],
  ['control', 'Internal', 'embedded'],
  ['activeXControl', 'Internal', 'embedded'],
  ['activeXControlBinary', 'Internal', 'embedded'],
  ['vbaProject', 'Internal', 'macros'],
  ['wordVbaData', 'Internal', 'macros'],
  ['xlMacrosheet', 'Internal', 'macros'],
  ['xlIntlMacrosheet', 'Internal', 'macros'],
] as const)('a relation to %s (%s) is refused', (type, mode, reason) => {
  expect(relation(type, mode)).toThrow(new Refused(reason));
});

test('other elements and relations without a type are ignored', () => {
  expect(() =>
    checkRelations(encodeUtf8('<Other Type="/vbaProject"/><Relationship/>')),
  ).not.toThrow();
});
