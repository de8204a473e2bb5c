// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Pager } from '../index.ts';

const onPage = vi.fn<(page: number) => void>();

function show(page: number, shown: number, total: number) {
  const { container } = render(
    <UiProvider>
      <Pager {...{ page, shown, total, onPage }} pageSize={25} noun="participants" />
    </UiProvider>,
  );
  return container;
}

const isDisabled = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name }).disabled;

test('the pager is shown only if the total exceeds the page', () => {
  expect(show(1, 25, 25).textContent).toBe('');
  expect(show(1, 25, 26).textContent).toContain('Showing 1 to 25 of 26 participants');
});

test('without rows, while another page loads, none are shown of the total', () => {
  expect(show(99, 0, 90).textContent).toContain('Showing 0 to 0 of 90 participants');
});

test('thousands are separated, as in other counts', () => {
  expect(show(41, 25, 1490).textContent).toContain('Showing 1,001 to 1,025 of 1,490 participants');
});

test('LIMIT-17 Next is disabled on a short page and on the last by total', () => {
  show(2, 24, 90);
  expect(isDisabled('Next')).toBe(true);
  expect(screen.getByText('Showing 26 to 49 of 90 participants')).toBeTruthy();
});

test('the first page has no Previous, and Next works', async () => {
  show(1, 25, 50);
  expect([isDisabled('Previous'), isDisabled('Next')]).toEqual([true, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPage).toHaveBeenCalledWith(2);
});

test('a full page that is the last by total has no Next, and Previous works', async () => {
  show(2, 25, 50);
  expect([isDisabled('Previous'), isDisabled('Next')]).toEqual([false, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onPage).toHaveBeenCalledWith(1);
});
