// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { usePart } from './use-part';

test('what did not arrive is asked for again when the connection or the person is back', async () => {
  const load = vi
    .fn<() => Promise<{ words: string }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(new Error('still offline'))
    .mockResolvedValue({ words: 'Here' });
  function Shown() {
    const { part, failed } = usePart(load);
    return <p>{failed ? 'Failed' : (part?.words ?? 'Loading')}</p>;
  }
  render(<Shown />);
  await screen.findByText('Failed');
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Failed');
  act(() => void window.dispatchEvent(new Event('focus')));
  await screen.findByText('Here');
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(load).toHaveBeenCalledTimes(3);
});
