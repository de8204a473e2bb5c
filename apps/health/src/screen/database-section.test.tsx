// @vitest-environment jsdom
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DatabaseSection } from './database-section';

const show = (problems: string[]) =>
  render(
    <UiProvider>
      <DatabaseSection database={{ free: 83, most: 100, problems }} />
    </UiProvider>,
  );

test('OPS-07 the health page says that the database accepts changes, and how many connections are left', () => {
  show([]);
  expect(screen.getByRole('region', { name: 'Database' }).textContent).toContain(
    'The database accepts changes. It has 83 connections left of 100.',
  );
});

test('OPS-07 the health page lists each problem of the database with the remedy', () => {
  show(['Raise max_connections.', 'Set DATABASE_URL.']);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual(['ProblemRaise max_connections.', 'ProblemSet DATABASE_URL.']);
  expect(screen.queryByText(/accepts changes/)).toBeNull();
});
