// @vitest-environment jsdom
import { serverStatus } from '@homie/api-client';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { expect, test, vi } from 'vitest';
import { useLazyModule } from './use-lazy-module';

function Shown({ load }: { load: () => Promise<{ words: string }> }) {
  const { module, failed } = useLazyModule(load);
  return <p>{failed ? 'Failed' : (module?.words ?? 'Loading')}</p>;
}

test('loads a failed module again when the connection is back or the window gets the focus', async () => {
  const load = vi
    .fn<() => Promise<{ words: string }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(new Error('still offline'))
    .mockResolvedValue({ words: 'Here' });
  // Each also waits for the effects that follow: a sign before the hook listens would be missed.
  const sign = (name: string) => act(async () => void window.dispatchEvent(new Event(name)));
  await act(async () => void render(<Shown load={load} />));
  expect(screen.getByText('Failed')).toBeDefined();
  await sign('online');
  expect(screen.getByText('Failed')).toBeDefined();
  await sign('focus');
  expect(screen.getByText('Here')).toBeDefined();
  await sign('focus');
  expect(load).toHaveBeenCalledTimes(3);
});

test('loads a failed module again when the server is reachable again', async () => {
  const load = vi
    .fn<() => Promise<{ words: string }>>()
    .mockRejectedValueOnce(new Error('no server'))
    .mockResolvedValue({ words: 'Here' });
  render(<Shown load={load} />);
  await screen.findByText('Failed');
  act(() => serverStatus.report(0, async () => false));
  await waitFor(() => expect(serverStatus.isReachable()).toBe(false));
  expect(load).toHaveBeenCalledTimes(1);
  act(() => serverStatus.report(200, async () => true));
  await screen.findByText('Here');
});

test('a module that was loaded before is neither requested nor rendered again', async () => {
  const module = { words: 'Here' };
  const load = vi.fn<() => Promise<typeof module>>(async () => module);
  render(<Shown load={load} />);
  await screen.findByText('Here');
  let renders = 0;
  await act(
    async () =>
      void render(
        <Profiler id="again" onRender={() => (renders += 1)}>
          <Shown load={load} />
        </Profiler>,
      ),
  );
  expect(screen.getAllByText('Here')).toHaveLength(2);
  expect(renders).toBe(1);
  expect(load).toHaveBeenCalledTimes(1);
});
