// @vitest-environment jsdom
import { toast } from '@homie/ui';
import { render } from '@testing-library/react';
import { Activity } from 'react';
import { expect, test, vi } from 'vitest';
import { useFailureToast } from './use-failure-toast';

function View({ failedAt }: { failedAt: number }) {
  useFailureToast(failedAt, failedAt > 0, 'Failed to load messages');
  return null;
}

test('INSTANT-38 a failure is reported once, also if its view is hidden and shown again; the next one is reported', () => {
  const report = vi.spyOn(toast, 'error').mockReturnValue(1);
  const view = (mode: 'visible' | 'hidden', failedAt: number) => (
    <Activity mode={mode}>
      <View failedAt={failedAt} />
    </Activity>
  );
  const { rerender } = render(view('visible', 1));
  expect(report).toHaveBeenCalledTimes(1);
  rerender(view('hidden', 1));
  rerender(view('visible', 1));
  expect(report).toHaveBeenCalledTimes(1);
  rerender(view('visible', 2));
  expect(report).toHaveBeenCalledTimes(2);
});

test('INSTANT-50 the toast is dismissed when loading succeeds', () => {
  vi.spyOn(toast, 'error').mockReturnValue(7);
  const dismiss = vi.spyOn(toast, 'dismiss');
  const { rerender } = render(<View failedAt={1} />);
  expect(dismiss).not.toHaveBeenCalled();
  rerender(<View failedAt={0} />);
  expect(dismiss).toHaveBeenCalledExactlyOnceWith(7);
});
