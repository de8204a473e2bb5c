import { expect, test, vi } from 'vitest';
import { createLazyUploader, type Uploader } from './lazy-uploader';

function uploader() {
  return {
    add: vi.fn<Uploader['add']>(),
    cancel: vi.fn<Uploader['cancel']>(),
    detach: vi.fn<Uploader['detach']>(),
    leave: vi.fn<Uploader['leave']>(),
  };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('loads the code once, and adds files that were chosen while it loads', async () => {
  const real = uploader();
  const load = vi.fn<() => Promise<Uploader>>(async () => real);
  const lazy = createLazyUploader(load, () => {});
  lazy.warm();
  lazy.add('c1', []);
  lazy.add('c2', []);
  await turn();
  expect(load).toHaveBeenCalledOnce();
  expect(real.add.mock.calls.map(([conversationId]) => conversationId)).toEqual(['c1', 'c2']);
});

test('reports that the code failed to load, and loads it again on retry', async () => {
  const real = uploader();
  const load = vi
    .fn<() => Promise<Uploader>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(real);
  const notLoaded = vi.fn<(again: () => void) => void>();
  const lazy = createLazyUploader(load, notLoaded);
  lazy.add('c1', []);
  await turn();
  expect(real.add).not.toHaveBeenCalled();
  notLoaded.mock.calls[0]?.[0]();
  await turn();
  expect(real.add).toHaveBeenCalledExactlyOnceWith('c1', []);
});
