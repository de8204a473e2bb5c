// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { announce, LiveRegion, UiProvider } from '../index.ts';

const spoken = (politeness: string) =>
  document.querySelector(`[data-outside-dialogs] [aria-live=${politeness}]`)?.firstElementChild;

test('what is announced can be heard while a dialog is open, also twice in a row', () => {
  render(
    <UiProvider>
      <LiveRegion />
    </UiProvider>,
  );
  act(() => announce('Reply complete'));
  const first = spoken('polite');
  expect(first?.textContent).toBe('Reply complete');
  act(() => announce('Reply complete'));
  expect(spoken('polite')).not.toBe(first);
  act(() => announce('Connection lost', 'assertive'));
  expect(spoken('assertive')?.textContent).toBe('Connection lost');
});
