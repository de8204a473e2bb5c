import { UPLOAD_CHUNK_BYTES } from '@homie/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { base64Text } from './base64-text';

afterEach(() => vi.restoreAllMocks());

const never = new AbortController().signal;

function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 0xff);
}

test.each([0, 1, 2, 3, 8191, 8192, 8193, 24 * 8192 - 1, 24 * 8192, 24 * 8192 + 1, 500_001])(
  'LIMIT-13 the text of %i bytes is their base64, for any chunk size',
  async (length) => {
    const bytes = bytesOf(length);
    const text = await (await base64Text(new Blob([bytes]), never)).text();
    expect(text).toHaveLength(4 * Math.ceil(length / 3));
    expect(atob(text)).toBe(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  },
);

test('LIMIT-13 bytes are processed in chunks of 8192', async () => {
  const fromCharCode = vi.spyOn(String, 'fromCharCode');
  await base64Text(new Blob([bytesOf(20_000)]), never);
  expect(UPLOAD_CHUNK_BYTES).toBe(8192);
  expect(fromCharCode.mock.calls.map((bytes) => bytes.length)).toEqual([8192, 8192, 3616]);
});

test('a cancelled file is not read to its end', async () => {
  const cancelled = new AbortController();
  const file = new Blob([bytesOf(1_000_000)]);
  const slice = vi.spyOn(file, 'slice').mockImplementation(() => {
    cancelled.abort();
    return new Blob(['x']);
  });
  await expect(base64Text(file, cancelled.signal)).rejects.toBe(cancelled.signal.reason);
  expect(slice).toHaveBeenCalledOnce();
});
