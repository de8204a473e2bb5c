// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import Calendar from './calendar.tsx';

function show(limits: { min?: string; max?: string; value?: string } = {}) {
  const onChange = vi.fn<(day: string | undefined) => void>();
  render(
    <UiProvider>
      <Calendar
        label="Review by"
        value={limits.value}
        today="2026-11-28"
        min={limits.min}
        max={limits.max}
        onChange={onChange}
      />
    </UiProvider>,
  );
  return onChange;
}

const years = () =>
  screen.getAllByRole('option').flatMap(({ textContent }) => /^\d+$/.exec(textContent)?.[0] ?? []);

test('DOCS-27 a day of another year is selected with the lists of months and years', async () => {
  const onChange = show();
  const user = userEvent.setup();
  await user.selectOptions(screen.getByRole('combobox', { name: /year/i }), '2027');
  await user.selectOptions(screen.getByRole('combobox', { name: /month/i }), 'March');
  await user.click(screen.getByRole('button', { name: /15 March 2027/ }));
  expect(onChange).toHaveBeenCalledWith('2027-03-15');
});

test.each([
  ['ten years around today', {}, '2016', '2036'],
  ['a selected day that is further away', { value: '2009-05-01' }, '2009', '2036'],
  ['the limits', { min: '2026-02-01', max: '2027-04-01' }, '2026', '2027'],
])('DOCS-27 the years are those of %s', (_, limits, first, last) => {
  show(limits);
  expect([years().at(0), years().at(-1)]).toEqual([first, last]);
});
