import { expect, test } from 'vitest';
import { Refused } from './refused.ts';
import { encodeUtf8, latin1 } from './testing/office-files.ts';
import { xmlElements } from './xml-elements.ts';

const read = (xml: string) =>
  Array.from(xmlElements(encodeUtf8(xml)), ({ name, attributes }) => [
    name,
    Object.fromEntries(attributes),
  ]);

test('element and attribute names omit their prefixes', () => {
  expect(read('<a:b c:d="1"\n e = \'"2>"\' f=""/><g >h</g><i\n/>')).toEqual([
    ['b', { d: '1', e: '"2>"', f: '' }],
    ['g', {}],
    ['i', {}],
  ]);
});

test('comments and instructions are skipped', () => {
  expect(read('<?xml version="1.0"?><!-- <a> > --><b/><?c <d> ?></e><!----><f/>')).toEqual([
    ['b', {}],
    ['f', {}],
  ]);
  expect(read('no elements')).toEqual([]);
});

test.each([
  ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
  ['&#65;&#x42;&#X43;', 'ABC'],
  ['&nbsp;&#x110000;&amp;lt;', '&nbsp;&#x110000;&lt;'],
  ['&#x10FFFF;', '\u{10ffff}'],
])('the attribute %s is decoded as %j', (xml, value) => {
  expect(read(`<a b="${xml}" c='${xml}'/>`)).toEqual([['a', { b: value, c: value }]]);
});

test.each(['utf-8', 'UTF-8', 'us-ascii'])('a part in %s is parsed', (encoding) => {
  expect(read(`<?xml version="1.0" encoding='${encoding}'?><a/>`)).toHaveLength(1);
});

test.each([
  '<a',
  '<',
  '< a>',
  '<a b>',
  '<a b=c>',
  '<a b="c>',
  '<a b="<"/>',
  '<a "b">',
  '<a/ >',
  '<!-- a -',
  '<?a >',
  '</a',
  '<!DOCTYPE a>',
  '<a><![CDATA[b]]></a>',
  '<a>\0</a>',
  '<?xml version="1.0" encoding="utf-16"?><a/>',
  '<?xml encoding = "xutf-8"?><a/>',
  '<?xml encoding="utf-8x"?><a/>',
  '<?xml encoding=""?><a/>',
])('%j is refused', (xml) => {
  expect(() => read(xml)).toThrow(new Refused('damaged'));
});

test('a part that is not UTF-8 is refused', () => {
  expect(() => [...xmlElements(latin1('<a b="\u00eb"/>'))]).toThrow(new Refused('damaged'));
});
