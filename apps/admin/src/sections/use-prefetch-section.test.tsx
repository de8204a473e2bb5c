// @vitest-environment jsdom
import { getQueryClient, lazyAdminApi, type AdminApi } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { BrowserRouter, CompositionProvider } from '@homie/composition';
import { UiProvider } from '@homie/ui';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AdminApiContext } from '../data/admin-api';
import { AdminFrame } from '../features/admin-frame';
import { sectionScreens } from './section-screens';
import type { Section } from './sections';

const toSection = (id: string, remote: string | undefined): Section => ({
  id,
  label: id,
  path: `/admin/${id}`,
  remote,
});
const sections = [
  toSection('participants', 'admin'),
  toSection('users', 'admin'),
  toSection('feedback', 'admin'),
  toSection('audit', 'audit'),
  toSection('later', undefined),
];
const preload = vi.fn<(remote: string) => void>();
/** The addresses of the lists that were requested. */
const requested: string[] = [];

let admin: AdminApi;
beforeAll(async () => {
  admin = await lazyAdminApi();
  for (const load of Object.values(sectionScreens)) await load();
});
beforeEach(() => {
  preload.mockReset();
  requested.length = 0;
  getQueryClient().clear();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith('/is_admin')) return Response.json(true);
    requested.push(pathname);
    return Response.json([], { headers: { 'content-range': '*/0' } });
  });
  const composition = Object(null);
  render(
    <UiProvider>
      <CompositionProvider
        value={{ composition, preload, RemoteOutlet: () => null, role: 'admin', provided: {} }}
      >
        <BrowserRouter>
          <TestApiProvider>
            <AdminApiContext value={admin}>
              <AdminFrame sections={sections} active={sections[1]}>
                {null}
              </AdminFrame>
            </AdminApiContext>
          </TestApiProvider>
        </BrowserRouter>
      </CompositionProvider>
    </UiProvider>,
  );
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  vi.unstubAllGlobals();
});

const focus = (name: string) => fireEvent.focus(screen.getByRole('link', { name }));
const listKeys = () => {
  const queries = getQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['admin'] });
  return queries.map(({ queryKey }) => queryKey.slice(0, 3));
};

test('INSTANT-29 the focus on a tab requests the list that its screen shows first, once', async () => {
  focus('participants');
  fireEvent.pointerDown(screen.getByRole('link', { name: 'participants' }));
  await waitFor(() => expect(requested).toEqual(['/rest/v1/participants']));
  await waitFor(() => expect(getQueryClient().isFetching()).toBe(0));
  focus('participants');
  expect(preload).toHaveBeenLastCalledWith('admin');
  expect(listKeys()).toEqual([['admin', 'participants', 'page']]);
  const [query] = getQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['admin'] });
  // The screen requests the same without filters in its address.
  expect(query?.queryKey[3]).toEqual({
    q: '',
    status: 'all',
    order: { by: 'created_at', direction: 'descending' },
    page: 1,
  });
  expect(requested).toHaveLength(1);
});

test('INSTANT-29 the section of another remote loads its code; the open section and one that is not composed load nothing', async () => {
  focus('audit');
  expect(preload.mock.calls).toEqual([['audit']]);
  focus('users');
  fireEvent.focus(screen.getByText('later'));
  expect(preload).toHaveBeenCalledOnce();
  focus('feedback');
  await waitFor(() => expect(listKeys()).toHaveLength(1));
  expect(requested).toHaveLength(1);
});

test('INSTANT-29 requests no list if the browser saves data', async () => {
  Object.defineProperty(navigator, 'connection', {
    value: { saveData: true },
    configurable: true,
  });
  focus('participants');
  await sectionScreens['participants']?.();
  expect(listKeys()).toEqual([]);
  Reflect.deleteProperty(navigator, 'connection');
  focus('participants');
  await waitFor(() => expect(listKeys()).toEqual([['admin', 'participants', 'page']]));
});
