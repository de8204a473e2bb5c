import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCall } from './read-call.ts';

/** Reads a call that arrives in chunks of `pieceLength` bytes. */
function read(text: string, pieceLength: number) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + pieceLength));
      at += pieceLength;
    },
  });
  const request = new Request('http://x', { method: 'POST', body, duplex: 'half' } as RequestInit);
  return readCall(request, () => Promise.resolve());
}

const pieceLength = fc.integer({ min: 1, max: 50 });

test('preserves the file for any chunk size, and parses the other fields like JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      pieceLength,
      async (bytes, others, length) => {
        const { file: _, ...rest } = others;
        const body = { ...rest, file: Buffer.from(bytes).toString('base64') };
        const call = { ...rest, endpoint: '/conversations', method: 'POST', body };
        const { envelope, file } = await read(JSON.stringify(call), length);
        expect(file).toEqual({ bytes });
        expect(envelope).toEqual(
          JSON.parse(JSON.stringify({ ...call, body: { ...body, file: '' } })),
        );
      },
    ),
  );
});

function expectedOf(json: string): object {
  try {
    return { envelope: JSON.parse(json) as unknown };
  } catch {
    return { code: 'invalid_json' };
  }
}

test('parses a call without a file like JSON.parse, and refuses invalid JSON', async () => {
  const text = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.string());
  await fc.assert(
    fc.asyncProperty(text, pieceLength, async (json, length) => {
      const outcome = await read(json, length).catch((error: unknown) => error);
      expect(outcome).toMatchObject(expectedOf(json));
    }),
  );
});

test('accepts only base64 that round-trips', async () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('AQgw09+/=-_ ')), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(text, pieceLength, async (encoded, length) => {
      const { file } = await read(JSON.stringify({ body: { file: encoded } }), length);
      const isStrict = Buffer.from(encoded, 'base64').toString('base64') === encoded;
      expect(file && 'bytes' in file).toBe(isStrict);
    }),
    { numRuns: 1_000 },
  );
});

test('ignores `file` at other paths, and uses the first of duplicates', async () => {
  const none = JSON.stringify({ file: 'YQ==', body: [{ file: 'YQ==' }], other: { file: 'YQ==' } });
  expect((await read(none, 7)).file).toBeUndefined();
  const two = '{"body":{"file":"YQ==","file":"YmI="}}';
  expect((await read(two, 7)).file).toEqual({ bytes: Uint8Array.of(0x61) });
});

test('refuses a large call whose endpoint comes after the file, even in a single chunk', async () => {
  const file = 'a'.repeat(300 * 1024);
  const endpoint = '/conversations/1/upload';
  const early = JSON.stringify({ endpoint, body: { file } });
  const late = JSON.stringify({ body: { file }, endpoint });
  for (const length of [64 * 1024, late.length]) {
    expect((await read(early, length)).file).toBeDefined();
    await expect(read(late, length)).rejects.toMatchObject({ code: 'payload_too_large' });
  }
});

test('a large upload that waits for a slot longer than the stall timeout is still read', async () => {
  const call = JSON.stringify({
    endpoint: '/conversations/1/upload',
    method: 'POST',
    body: { file: 'A'.repeat(400_000) },
  });
  const request = new Request('http://x', { method: 'POST', body: call });
  let id: string | null = '';
  const turn = async (conversationId: string | null) => {
    id = conversationId;
    await new Promise((resolve) => setTimeout(resolve, 60));
  };
  const { file } = await readCall(request, turn, { bytes: 10_000, waitMs: 40 });
  expect(id).toBe('1');
  expect(file && 'bytes' in file && file.bytes).toHaveLength(300_000);
});

test('a stalled request times out, at any chunk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 3 }), async (pieces) => {
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (sent++ < pieces) controller.enqueue(new TextEncoder().encode('{ "body":'));
          else return new Promise<never>(() => {});
        },
      });
      const request = new Request('http://x', {
        method: 'POST',
        body,
        duplex: 'half',
      } as RequestInit);
      const reading = readCall(request, () => Promise.resolve(), { bytes: 10, waitMs: 5 });
      await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
    }),
    { numRuns: 20 },
  );
});
