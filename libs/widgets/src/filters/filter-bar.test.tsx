// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FilterBar } from './filter-bar.tsx';

function show(choices: boolean) {
  render(
    <UiProvider>
      <FilterBar label="Filter trees" active={0} onClear={() => {}} search={<input />}>
        {choices ? <select aria-label="Kind" /> : undefined}
      </FilterBar>
    </UiProvider>,
  );
}

test('REFLOW-02 a button shows the filters besides the search, and says whether they are shown', async () => {
  show(true);
  const button = screen.getByRole('button', { name: 'Filters', hidden: true });
  const choices = document.getElementById(button.getAttribute('aria-controls') ?? '');
  expect(choices?.contains(screen.getByLabelText('Kind'))).toBe(true);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.setup().click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
});

test('REFLOW-02 a list with a search alone has no such button', () => {
  show(false);
  expect(screen.queryByRole('button', { name: 'Filters', hidden: true })).toBeNull();
});
