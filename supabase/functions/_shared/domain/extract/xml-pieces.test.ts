import { expect, test } from 'vitest';
import { attribute, XmlPieces, type XmlPiece } from './xml-pieces.ts';

/** Returns the pieces of XML that arrives in chunks, with adjacent texts joined. */
function read(...chunks: string[]): XmlPiece[] {
  const xml = new XmlPieces();
  const pieces: XmlPiece[] = [];
  for (const piece of chunks.flatMap((chunk) => [...xml.push(chunk)])) {
    const last = pieces.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text;
    else pieces.push({ ...piece });
  }
  return pieces;
}

const text = (xml: string) => {
  const [, piece] = read(`<t>${xml}</t>`);
  return piece?.kind === 'text' ? piece.text : '';
};

test('element names omit their prefixes', () => {
  expect(read('<w:p a="1">x<b/></w:p ><c d=\'>\' e="/>"\n/>')).toEqual([
    { kind: 'open', name: 'p', attributes: ' a="1"', isEmpty: false },
    { kind: 'text', text: 'x' },
    { kind: 'open', name: 'b', attributes: '', isEmpty: true },
    { kind: 'close', name: 'p' },
    { kind: 'open', name: 'c', attributes: ' d=\'>\' e="/>"\n', isEmpty: true },
  ]);
});

test('comments, instructions and declarations are skipped, and CDATA is text', () => {
  expect(
    read('<?xml a>b?><!DOCTYPE x><a><!-- <b> -- > --><![CDATA[<c> & ]] ]]></a><!-- z -->'),
  ).toEqual([
    { kind: 'open', name: 'a', attributes: '', isEmpty: false },
    { kind: 'text', text: '<c> & ]] ' },
    { kind: 'close', name: 'a' },
  ]);
});

test('XML in chunks is parsed like the whole, wherever it is split', () => {
  const xml =
    '<?x a>b?><!-- - > <b> --><w:a b="c>d">e &amp; f<g h=\'/>\'/><![CDATA[i ]> j]]></w:a><!D>k<l>';
  const whole = read(xml);
  expect(whole).toHaveLength(7);
  expect(read(...Array.from(xml))).toEqual(whole);
  for (let at = 1; at < xml.length; at += 1)
    expect(read(xml.slice(0, at), xml.slice(at))).toEqual(whole);
});

test.each([
  ['a &lt;b&gt; &quot;&apos;&amp;amp;', 'a <b> "\'&amp;'],
  ['&#65;&#x42;&#X1f44d;', 'AB\u{1f44d}'],
  ['&nbsp; & &;', '&nbsp; & &;'],
  ['[&#0;&#x110000;&#1114112;]', '[]'],
  ['&#x10ffff;', '\u{10ffff}'],
])('the text %s is decoded as %j', (xml, resolved) => {
  expect(text(xml)).toBe(resolved);
});

test('a tag of more than a million characters is refused', () => {
  expect(read(`<${'a'.repeat(1024 * 1024 - 1)}`)).toEqual([]);
  expect(() => read(`<${'a'.repeat(1024 * 1024)}`)).toThrow(SyntaxError);
});

test.each([
  ['id="1"', '1'],
  [' r:id = \'a "b"\'', 'a "b"'],
  [' xid="1" id="2"', '2'],
  [' id="a &amp; b"', 'a & b'],
  [' id=""', ''],
  [' xid="1"', undefined],
  [' idx="1"', undefined],
])('the attributes %j have the id %j', (attributes, value) => {
  expect(attribute(attributes, 'id')).toBe(value);
});
