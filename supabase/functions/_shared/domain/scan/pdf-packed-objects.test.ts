import { zlibSync } from 'fflate';
import { expect, test } from 'vitest';
import { DictionaryBudget, readDictionary } from './pdf-dictionary.ts';
import { unpackObjects } from './pdf-packed-objects.ts';
import { Refused } from './refused.ts';
import { latin1, type Bytes } from './testing/office-files.ts';
import { concatBytes } from './testing/pdf-files.ts';
import { UnpackBudget } from './unpack.ts';

const MEGABYTE = 1024 * 1024;

/** Unpacks the stream after a dictionary, with the budget of a file that is large enough for any content. */
async function unpack(bytes: Bytes) {
  const dictionary = readDictionary(bytes, 0, new DictionaryBudget(bytes.length));
  if (!dictionary) throw new Error('No dictionary');
  return unpackObjects(bytes, dictionary, new UnpackBudget(100 * MEGABYTE));
}

/** Returns an object stream that is compressed with zlib. */
const packed = (entries: string, objects: Bytes) =>
  concatBytes([latin1(`<< /Type /ObjStm ${entries} >> stream\n`), zlibSync(objects)]);

test.each([
  ['<< /Type /ObjStm >> stream\nab\nendstream', 'ab\n'],
  ['<< /Type /Obj#53tm >>stream\nab', 'ab'],
  ['<< /First 4 >> stream\nab', 'ab'],
  ['<< /Type /XRef /Type /ObjStm >> stream\nab', 'ab'],
  ['<< /First 4 >> % comment\nstreamab', 'ab'],
  ['<< /First 4 >> stream  \r\nab', 'ab'],
  ['<< /First 4 >> stream\rab', 'ab'],
  ['<< /First 4 >> streamendstream', ''],
])('unpacks the objects of %j as %j', async (text, objects) => {
  expect(await unpack(latin1(text))).toEqual({ objects: latin1(objects), wasPacked: false });
});

test.each([
  '<< /Type /XObject >> stream\nab\nendstream',
  '<< /Length 2 >> stream\nab\nendstream',
  '<< /Type /ObjStm >> streak\nab',
  '<< /Type /ObjStm >> endobj stream\nab',
])('finds no packed objects in %j', async (text) => {
  expect(await unpack(latin1(text))).toBeUndefined();
});

test.each([
  '/Filter /Fl',
  '/Filter /Fl#61teDecode',
  '/Filter [ /FlateDecode ]',
  '/Filter /Fl /DecodeParms null',
  '/Filter /Fl /DecodeParms <<>>',
  '/Filter /Fl /DP [ <<  >> ]',
  '/Filter /Fl /DP << /Predictor 1 >>',
  '/Filter /Fl /DP [<</Predictor  1>>]',
])('unpacks objects with %s', async (entries) => {
  expect(await unpack(packed(entries, latin1('ab')))).toEqual({
    objects: latin1('ab'),
    wasPacked: true,
  });
});

test.each([
  '/Filter /LZWDecode',
  '/Filter /FlateDecode2',
  '/Filter [/Fl /Fl]',
  '/Filter /Fl /Filter /A85',
  '/Filter /Fl /DecodeParms << /Predictor 12 >>',
  '/Filter /Fl /DecodeParms << /Predictor 1 /Colors 3 >>',
  '/Filter /Fl /DecodeParms null /DP << /Predictor 2 >>',
  '/Filter /Fl /DecodeParms [ << >> << /Predictor 2 >> ]',
  '/Filter /Fl /DecodeParms 7 0 R',
])('objects with %s are refused, because only some readers unpack them', async (entries) => {
  await expect(unpack(packed(entries, latin1('ab')))).rejects.toThrow(new Refused('damaged'));
});

test('joins objects that arrive in many chunks', async () => {
  const objects = Uint8Array.from({ length: 500_000 }, (_, index) => (index * index) % 251);
  const unpacked = await unpack(packed('/Filter /Fl', objects));
  expect(Buffer.from(objects).equals(unpacked?.objects ?? new Uint8Array())).toBe(true);
});

test('limits objects to 16 MB', async () => {
  const unpacked = await unpack(packed('/Filter /Fl', new Uint8Array(16 * MEGABYTE)));
  expect(unpacked?.objects).toHaveLength(16 * MEGABYTE);
  const more = packed('/Filter /Fl', new Uint8Array(16 * MEGABYTE + 1));
  await expect(unpack(more)).rejects.toThrow(new Refused('tooMuch'));
});
