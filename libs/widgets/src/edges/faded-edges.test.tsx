// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FadedEdges } from './faded-edges.tsx';

test.each([
  ['that fits', 300, 0, '0px', '0px'],
  ['at its start', 500, 0, '0px', '2.5rem'],
  ['in its middle', 500, 100, '2.5rem', '2.5rem'],
  ['at its end, at a fraction of a pixel', 500, 199.5, '2.5rem', '0px'],
])('ACCT-69 a row %s fades where more follows', (_, scrollWidth, scrollLeft, before, after) => {
  render(
    <UiProvider>
      <FadedEdges>
        <nav>Profile</nav>
      </FadedEdges>
    </UiProvider>,
  );
  const row = screen.getByRole('navigation');
  // jsdom has no layout.
  for (const [name, value] of Object.entries({ clientWidth: 300, scrollWidth, scrollLeft }))
    Object.defineProperty(row, name, { value });
  fireEvent.scroll(row);
  const { style } = row.parentElement as HTMLElement;
  expect(style.getPropertyValue('--before')).toBe(before);
  expect(style.getPropertyValue('--after')).toBe(after);
});
