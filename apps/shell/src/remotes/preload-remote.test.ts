import { expect, test, vi } from 'vitest';
import { preloadRemote } from './preload-remote';
import type { Remotes } from './remotes';

function remotes(state: ReturnType<Remotes['state']> = 'idle') {
  return {
    state: vi.fn<Remotes['state']>(() => state),
    load: vi.fn<Remotes['load']>(() => Promise.resolve({ default: () => null })),
    forget: vi.fn<Remotes['forget']>(),
  };
}

test('a remote is loaded before it is wanted', () => {
  const page = remotes();
  preloadRemote(page, 'audit', {});
  expect(page.load).toHaveBeenCalledExactlyOnceWith('audit');
});

test.each(['loading', 'ready', 'failed'] as const)('one that is %s is left alone', (state) => {
  const page = remotes(state);
  preloadRemote(page, 'audit', {});
  expect(page.load).not.toHaveBeenCalled();
});

test('nothing is loaded where the person saves data', () => {
  const page = remotes();
  preloadRemote(page, 'audit', { connection: { saveData: true } });
  expect(page.load).not.toHaveBeenCalled();
});

test('a failure is forgotten: whoever opens the remote tries again', async () => {
  const page = remotes();
  page.load.mockRejectedValueOnce(new Error('down'));
  preloadRemote(page, 'audit', {});
  await vi.waitFor(() => expect(page.forget).toHaveBeenCalledExactlyOnceWith('audit'));
});
