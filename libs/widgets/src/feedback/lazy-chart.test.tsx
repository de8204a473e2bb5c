// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyChart } from './lazy-chart.tsx';

test.each([
  ['shows the chart', () => Promise.resolve(() => <p>Bars</p>), 'Bars'],
  [
    'shows a sentence if the code cannot be loaded',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'The chart could not be loaded. Everything else works.',
  ],
])('%s', async (_what, load, text) => {
  const Chart = lazyChart(load);
  render(
    <UiProvider>
      <p>The screen</p>
      <Suspense>
        <Chart />
      </Suspense>
    </UiProvider>,
  );
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByText('The screen')).toBeDefined();
});
