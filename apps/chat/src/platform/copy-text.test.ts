// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { copyReply } from './copy-text';

afterEach(() => vi.unstubAllGlobals());

function stubClipboard() {
  const clipboard = {
    write: vi.fn<() => Promise<void>>(),
    writeText: vi.fn<() => Promise<void>>(),
  };
  vi.stubGlobal('navigator', { clipboard });
  return clipboard;
}

test('OUT-01 a reply is written to the clipboard during the click, before its formatting has loaded', async () => {
  const { write } = stubClipboard();
  let data: Record<string, Promise<Blob>> = {};
  class Item {
    constructor(types: Record<string, Promise<Blob>>) {
      data = types;
    }
  }
  vi.stubGlobal('ClipboardItem', Item);
  const copied = copyReply('A **b**', []);
  expect(write).toHaveBeenCalledWith([expect.any(Item)]);
  const read = async (type: string) => {
    const blob = await data[type];
    return [blob?.type, blob && new TextDecoder().decode(await readBytes(blob))];
  };
  expect(await read('text/html')).toEqual(['text/html', '<p dir="auto">A <strong>b</strong></p>']);
  expect(await read('text/plain')).toEqual(['text/plain', 'A b']);
  expect(await copied).toBe(true);
});

test('OUT-01 a browser without formatted clipboard items copies the plain text', async () => {
  const { writeText } = stubClipboard();
  expect(await copyReply('A **b**', [])).toBe(true);
  expect(writeText).toHaveBeenCalledWith('A b');
});

function readBytes(blob: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(blob);
  });
}
