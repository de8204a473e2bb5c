// @vitest-environment jsdom
import { EmptyState, UiProvider } from '@homie/ui';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import {
  byText,
  byTime,
  DataTable,
  type Column,
  type DataTableProps,
  type Sort,
} from '../index.ts';

interface Person {
  id: string;
  name: string;
  joined: string;
}

const people: Person[] = [
  { id: '1', name: 'Ava Nguyen', joined: '2 Nov' },
  { id: '2', name: 'Ben Okafor', joined: '3 Nov' },
];
const columns: [Column<Person>, Column<Person>] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sort: byText },
  { id: 'joined', header: 'Joined', cell: ({ joined }) => joined, sort: byTime },
];

const onOpen = vi.fn<(person: Person) => void>();
const onSort = vi.fn<(sort: Sort) => void>();
const onRename = vi.fn<() => void>();

function show(props: Partial<DataTableProps<Person>> = {}) {
  render(
    <UiProvider>
      <DataTable
        label="People"
        columns={columns}
        rows={people}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={onOpen}
        onSort={onSort}
        actions={() => [{ id: 'rename', label: 'Rename', onSelect: onRename }]}
        empty={<EmptyState title="No people yet" />}
        {...props}
      />
    </UiProvider>,
  );
  return userEvent.setup();
}

afterEach(() => vi.resetAllMocks());

test('a header sorts by its column: text from A, times from the newest, and a second press reverses it', async () => {
  const user = show({ sort: { by: 'name', direction: 'ascending' } });
  const header = (name: string) => screen.getByRole('columnheader', { name });
  expect(header('Name').getAttribute('aria-sort')).toBe('ascending');
  expect(header('Joined').hasAttribute('aria-sort')).toBe(false);
  await user.click(within(header('Name')).getByRole('button'));
  expect(onSort).toHaveBeenLastCalledWith({ by: 'name', direction: 'descending' });
  await user.click(within(header('Joined')).getByRole('button'));
  expect(onSort).toHaveBeenLastCalledWith({ by: 'joined', direction: 'descending' });
});

test('PEOPLE-14 a column with two values sorts by either', async () => {
  const otherSort = { id: 'email', header: 'Email', sort: byText };
  const sort: Sort = { by: 'email', direction: 'ascending' };
  const user = show({ columns: [{ ...columns[0], otherSort }, columns[1]], sort });
  const header = screen.getByRole('columnheader', { name: 'Name Email' });
  expect(header.getAttribute('aria-sort')).toBe('ascending');
  expect(header.textContent).toBe('Name/Email');
  await user.click(within(header).getByRole('button', { name: 'Email' }));
  expect(onSort).toHaveBeenLastCalledWith({ by: 'email', direction: 'descending' });
  await user.click(within(header).getByRole('button', { name: 'Name' }));
  expect(onSort).toHaveBeenLastCalledWith({ by: 'name', direction: 'ascending' });
});

test('a row opens by a press anywhere and by keyboard, and its menu does not open it', async () => {
  const user = show();
  await user.click(screen.getByRole('cell', { name: '2 Nov' }));
  expect(onOpen).toHaveBeenLastCalledWith(people[0]);
  screen.getByRole('button', { name: 'Ben Okafor' }).focus();
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenLastCalledWith(people[1]);

  onOpen.mockReset();
  await user.click(screen.getByRole('button', { name: 'Actions for Ava Nguyen' }));
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(onRename).toHaveBeenCalledOnce();
  expect(onOpen).not.toHaveBeenCalled();
});

test('empty, no match, loading and failed are distinguishable', async () => {
  const onRetry = vi.fn<() => void>();
  const onClearFilters = vi.fn<() => void>();
  show({ rows: undefined });
  expect(screen.getAllByTestId('skeleton-row')).toHaveLength(8);
  expect(screen.getByRole('status').textContent).toBe('Loading');

  show({ rows: [] });
  expect(screen.getByRole('heading', { name: 'No people yet' })).toBeTruthy();

  const user = show({ rows: [], filtered: true, onClearFilters });
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClearFilters).toHaveBeenCalledOnce();

  const failure = { title: 'Failed to load people', onRetry, retrying: false };
  show({ rows: undefined, failure });
  expect(screen.getByRole('alert').textContent).toContain('Failed to load people');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('a failed refetch keeps the rows and reports that they may be outdated', () => {
  show({
    failure: { title: 'Failed to load people', onRetry: vi.fn<() => void>(), retrying: false },
  });
  expect(screen.getByRole('alert').textContent).toContain('may be out of date');
  expect(screen.getByRole('rowheader', { name: 'Ava Nguyen' })).toBeTruthy();
});

test('on a phone the rows are a list of cards with column names, and a select sorts them', async () => {
  const { matchMedia } = window;
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: true });
  const user = show({ sort: { by: 'name', direction: 'ascending' } });
  window.matchMedia = matchMedia;

  const card = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem')[0];
  if (!card) throw new Error('There is no card.');
  expect(within(card).getByRole('term').textContent).toBe('Joined');
  expect(within(card).getByRole('definition').textContent).toBe('2 Nov');
  await user.click(within(card).getByRole('button', { name: 'Ava Nguyen' }));
  expect(onOpen).toHaveBeenCalledWith(people[0]);
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Joined, newest first');
  expect(onSort).toHaveBeenCalledWith({ by: 'joined', direction: 'descending' });
});
