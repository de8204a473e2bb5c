// @vitest-environment jsdom
import { getQueryClient, lazyAdminApi, type AdminApi, type Saved } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { AuthProvider, createAuth } from '@homie/auth';
import { BrowserRouter, EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { TextField, UiProvider } from '@homie/ui';
import { byText } from '@homie/widgets';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AdminApiContext } from '../data/admin-api';
import { defineDialogs } from './define-dialogs';
import { defineResource } from './define-resource';

interface House {
  id: string;
  name: string;
  updated_at: string;
}
interface HouseInput {
  name: string;
}
interface HouseSearch {
  q?: string;
  area?: 'all' | 'north' | 'south';
  order?: { by: 'name'; direction: 'ascending' | 'descending' };
  page: number;
}

const houses: House[] = [
  { id: '1', name: 'Acacia', updated_at: 'monday' },
  { id: '2', name: 'Banksia', updated_at: 'monday' },
];
const environment = testEnvironment();
const list = vi.fn<(search: HouseSearch) => void>();
const create = vi.fn<(input: HouseInput) => void>();
const update = vi.fn<(version: House, input: HouseInput) => Saved<House>>();
const remove = vi.fn<(id: string) => void>();

let admin: AdminApi;
beforeAll(async () => {
  admin = await lazyAdminApi();
});
beforeEach(() => {
  vi.resetAllMocks();
  getQueryClient().clear();
  history.replaceState(null, '', '/admin/houses');
});

/** Renders the screen of a resource that the product does not have. */
function show({ isPrefetched = false } = {}) {
  const data = admin.resourceData<House, House, HouseSearch, HouseInput>(
    'houses',
    {
      async list(_api, search) {
        list(search);
        return { rows: houses, total: houses.length };
      },
      async get(_api, id) {
        const house = houses.find((known) => known.id === id);
        if (!house) throw new Error('House not found');
        return house;
      },
      async create(_api, input) {
        create(input);
        return { id: '3', updated_at: 'today', ...input };
      },
      update: async (_api, version, input) => update(version, input),
      remove: async (_api, id) => remove(id),
    },
    [],
  );
  const house = {
    name: { one: 'house', many: 'houses' },
    api: () => data,
    recordName: ({ name }: House) => name,
  };
  const schema = z.object({ name: z.string().check(z.minLength(2, 'Name is too short')) });
  const Dialogs = defineDialogs({
    ...house,
    form: {
      schema: () => schema,
      toValues: ({ name }) => ({ name }),
      labels: { name: 'Name' },
      describeValue: (_name, value) => String(value),
      fields: () => <TextField<HouseInput> name="name" label="Name" />,
      create: {
        title: 'Add house',
        description: 'A new house',
        submitLabel: 'Add',
        busyLabel: 'Adding...',
        defaultValues: { name: '' },
      },
    },
    tabs: [
      {
        id: 'rooms',
        label: 'Rooms',
        title: 'Rooms',
        content: ({ name }) => <p>{`${name} has 3`}</p>,
      },
    ],
    remove: { describe: (name) => `It deletes ${name}.` },
  });
  const Screen = defineResource({
    ...house,
    title: 'Houses',
    description: 'Where people live',
    pageSize: 25,
    order: { by: 'name', direction: 'ascending' },
    columns: [{ id: 'name', header: 'Name', cell: ({ name }) => name, sort: byText }],
    filters: {
      search: { label: 'Search by name', maxLength: 80 },
      choices: [
        {
          name: 'area',
          label: 'Area',
          options: [
            { value: 'all', label: 'All areas' },
            { value: 'north', label: 'North' },
          ],
        },
      ],
    },
    menu: [
      { label: 'Rooms', icon: <i />, dialog: 'open', tab: 'rooms' },
      { label: 'Delete', icon: <i />, dialog: 'delete', danger: true },
      {
        label: 'Paint',
        icon: <i />,
        dialog: 'open',
        isOffered: ({ name }) => name === 'Banksia',
      },
    ],
    createLabel: 'Add house',
    empty: { icon: <i />, title: 'No houses yet', description: 'Add the first one.' },
    dialogs: async () => Dialogs,
  });
  if (isPrefetched) void Screen.prefetch?.(getQueryClient(), admin, Object({}));
  const auth = createAuth({ supabaseUrl: 'https://backend.example', publishableKey: 'key' });
  render(
    <UiProvider>
      <EnvironmentProvider value={environment}>
        <BrowserRouter>
          <TestApiProvider>
            <AuthProvider value={auth}>
              <AdminApiContext value={admin}>
                <Screen />
              </AdminApiContext>
            </AuthProvider>
          </TestApiProvider>
        </BrowserRouter>
      </EnvironmentProvider>
    </UiProvider>,
  );
  return userEvent.setup();
}

async function choose(user: ReturnType<typeof userEvent.setup>, house: string, item: string) {
  await screen.findByText('2 houses');
  await user.click(screen.getByRole('button', { name: `Actions for ${house}` }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

test('INSTANT-29 a list that was requested before its screen opens is not requested again', async () => {
  show({ isPrefetched: true });
  expect(await screen.findByText('2 houses')).toBeTruthy();
  expect(list).toHaveBeenCalledOnce();
});

test('a list searches, filters and sorts through the URL', async () => {
  const user = show();
  expect(await screen.findByText('2 houses')).toBeTruthy();
  expect(list).toHaveBeenLastCalledWith({
    q: '',
    area: 'all',
    order: { by: 'name', direction: 'ascending' },
    page: 1,
  });
  await user.selectOptions(screen.getByLabelText('Area'), 'North');
  await user.click(screen.getByRole('button', { name: /^Name/ }));
  expect(list).toHaveBeenLastCalledWith({
    q: '',
    area: 'north',
    order: { by: 'name', direction: 'descending' },
    page: 1,
  });
  expect(location.search).toBe('?area=north&sort=-name');
});

test('a new record is created once its values are valid, and the list is refetched', async () => {
  const user = show();
  await screen.findByText('2 houses');
  await user.click(screen.getByRole('button', { name: 'Add house' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add house' }));
  await user.type(dialog.getByLabelText('Name'), 'C');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Name is too short')).toBeTruthy();
  expect(create).not.toHaveBeenCalled();
  const reads = list.mock.calls.length;
  await user.type(dialog.getByLabelText('Name'), 'orrea');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(reads));
  expect(create).toHaveBeenCalledExactlyOnceWith({ name: 'Correa' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an edit is saved against the version that was read, and after a conflict against the current one', async () => {
  history.replaceState(null, '', '/admin/houses?open=1');
  const theirs = { id: '1', name: 'Acacia Court', updated_at: 'tuesday' };
  update.mockReturnValueOnce({ outcome: 'conflict', current: theirs });
  update.mockReturnValueOnce({ outcome: 'saved', record: { ...theirs, name: 'Acacia House' } });
  const user = show();
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit house' }));
  await user.type(await dialog.findByLabelText('Name'), ' House');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const notice = within(await dialog.findByRole('alert'));
  expect(notice.getByText('Acacia Court')).toBeTruthy();
  await user.click(notice.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(update.mock.calls).toEqual([
    [houses[0], { name: 'Acacia House' }],
    [theirs, { name: 'Acacia House' }],
  ]);
});

test('a menu item opens its tab', async () => {
  const user = show();
  await choose(user, 'Banksia', 'Rooms');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rooms' }));
  expect(dialog.getByRole('tabpanel', { name: 'Rooms' }).textContent).toBe('Banksia has 3');
  expect(location.search).toBe('?open=2&tab=rooms');
});

test('a record is deleted after a confirmation', async () => {
  const user = show();
  await choose(user, 'Banksia', 'Delete');
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete house?' }));
  expect(screen.getByRole('alertdialog').textContent).toContain('It deletes Banksia.');
  expect(remove).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(remove).toHaveBeenCalledExactlyOnceWith('2');
});

test('a row offers only the items that apply to it', async () => {
  const user = show();
  await screen.findByText('2 houses');
  await user.click(screen.getByRole('button', { name: 'Actions for Acacia' }));
  expect(screen.queryByRole('menuitem', { name: 'Paint' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for Banksia' }));
  expect(screen.getByRole('menuitem', { name: 'Paint' })).toBeTruthy();
});
