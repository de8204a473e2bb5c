// @vitest-environment jsdom
import { getQueryClient } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { AuthProvider, type Auth, type SessionState } from '@homie/auth';
import {
  BrowserRouter,
  CompositionProvider,
  createStore,
  EnvironmentProvider,
} from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import type { AdminOverview } from '@homie/contracts';
import { Toaster, UiProvider } from '@homie/ui';
import { configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import AdminRoutes from './routes';

// Reading the styles of all elements would take most of the time of a query by role.
configure({ defaultHidden: true });

const ALL = ['Overview', 'Assistants', 'Participants', 'Users', 'Reports', 'Audit Logs'].map(
  (label) => {
    const id = label.split(' ')[0]?.toLowerCase() ?? '';
    return { id, label, path: id === 'overview' ? '/admin' : `/admin/${id}`, remote: 'admin' };
  },
);
const OVERVIEW = ALL.slice(0, 1);
const TABS = ['Overview', 'Assistants', 'Participants', 'Users', 'Audit Logs'];

const OVERVIEW_FIGURES: AdminOverview = {
  users_waiting: 0,
  users_without_access: 0,
  assistants_without_access: 0,
  assistants_near_budget: 0,
  assistants_over_budget: 0,
  reported_replies: 0,
  documents_due: 0,
  days: [{ day: '2026-11-20', replies: 3, failed: 0, people: 1 }],
};

/** Answers the lookup of the user's own record. */
let lookUp: () => Response | Promise<Response>;
let overview: () => Response;
const record = (role: string | null) => () =>
  Response.json([
    {
      id: '00000000-0000-4000-8000-000000000001',
      email: 'ada@test.example',
      role_id: '00000000-0000-4000-8000-000000000002',
      role: role && { id: '00000000-0000-4000-8000-000000000002', name: role },
    },
  ]);

beforeEach(() => {
  getQueryClient().clear();
  lookUp = record('admin');
  overview = () => Response.json({ message: 'broken' }, { status: 400 });
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith('/users') && search.includes('id=eq.')) return lookUp();
    if (pathname.endsWith('/rpc/read_overview')) return overview();
    if (pathname.endsWith('/is_admin')) return Response.json(true);
    if (pathname.includes('/rpc/')) return Response.json(false);
    return Response.json([], { headers: { 'content-range': '*/7' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

function open(path: string, adminSections = ALL) {
  window.history.replaceState(null, '', path);
  const session = { user: { id: 'u1', email: 'ada@test.example' } };
  const store = createStore({ status: 'finished', session } as unknown as SessionState);
  const composition = Object({ adminSections, overviewCards: [] });
  const remotes = { preload: () => undefined, RemoteOutlet: () => <h1>Audit Logs</h1> };
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment()}>
        <AuthProvider value={{ store } as unknown as Auth}>
          <TestApiProvider>
            <CompositionProvider value={{ composition, role: 'admin', provided: {}, ...remotes }}>
              <BrowserRouter>
                <AdminRoutes />
                <Toaster />
              </BrowserRouter>
            </CompositionProvider>
          </TestApiProvider>
        </AuthProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
}

const tabs = () => screen.queryByRole('navigation', { name: 'Administration' });
const heading = (name: string) => screen.findByRole('heading', { name });
const card = (name: string) => within(screen.getByRole('region', { name }));
const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test.each(['office', 'support_worker'])(
  'GATE-02 GATE-03 GATE-07 PERM-05 denies the role %s the area, shows the reason and links back to the app',
  async (role) => {
    lookUp = record(role);
    open('/admin/users');
    await heading('Access Denied');
    await heading('Administrator privileges required');
    expect(
      screen.getByText('You need administrator privileges to access this area.'),
    ).toBeDefined();
    expect(screen.getByText(/please contact your system administrator/)).toBeDefined();
    expect(href('Return to App')).toBe('/app');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(tabs()).toBeNull();
  },
);

test.each([
  [
    'GATE-08 a lookup that is refused',
    'Failed to verify user permissions.',
    () => Response.json({ code: '42501', message: 'permission denied' }, { status: 403 }),
  ],
  [
    'GATE-09 a lookup that fails',
    'Failed to verify access permissions.',
    () => Promise.reject(new TypeError('Failed to fetch')),
  ],
] as const)('%s denies access, and Retry repeats it', async (_title, message, answer) => {
  lookUp = answer;
  open('/admin');
  await heading('Access Denied');
  expect(screen.getByText(message)).toBeDefined();
  lookUp = record('admin');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await heading('Overview');
  expect(tabs()).not.toBeNull();
});

test('GATE-04 PERM-06 a user without a readable role is denied', async () => {
  lookUp = record(null);
  open('/admin');
  await heading('Access Denied');
  expect(tabs()).toBeNull();
});

test('GATE-04 a demoted administrator loses access when the window becomes visible again', async () => {
  open('/admin');
  await heading('Overview');
  lookUp = record('support_worker');
  window.dispatchEvent(new Event('visibilitychange'));
  await heading('Access Denied');
  expect(tabs()).toBeNull();
});

test('ADMIN-04 ADMIN-05 ADMIN-06 ADMIN-07 overview cards and quick actions link to their sections', async () => {
  open('/admin');
  await heading('Overview');
  for (const [title, path] of [
    ['AI Assistants', '/admin/assistants'],
    ['Participants', '/admin/participants'],
    ['Users', '/admin/users'],
    ['Audit Logs', '/admin/audit'],
  ] as const)
    expect(card(title).getByRole('link').getAttribute('href')).toBe(path);
  for (const noun of ['participants', 'users']) await screen.findByText(`7 ${noun}`);
  expect(href('Create Assistant')).toBe('/admin/assistants?create=assistant');
  expect(href('Add Participant')).toBe('/admin/participants?create=participant');
  expect(href('View Reports')).toBe('/admin/reports');
  expect(screen.queryByText('Coming Soon')).toBeNull();
});

test('ADMIN-01 ADMIN-05 ADMIN-07 with only the overview composed, the other tabs, cards and quick actions are disabled and labelled as coming soon', async () => {
  open('/admin', OVERVIEW);
  await heading('Overview');
  expect(href('Overview')).toBe('/admin');
  for (const name of TABS.slice(1)) {
    const tab = within(tabs() ?? document.body)
      .getByText(name)
      .closest('a, [aria-disabled]');
    expect(tab?.getAttribute('aria-disabled')).toBe('true');
    expect(tab?.textContent).toContain('Soon');
    expect(tab?.getAttribute('href')).toBeNull();
  }
  for (const title of ['AI Assistants', 'Participants', 'Users', 'Audit Logs']) {
    expect(card(title).getByRole('button', { name: 'Coming Soon' })).toHaveProperty(
      'disabled',
      true,
    );
    expect(card(title).queryByRole('link')).toBeNull();
  }
  for (const name of ['Create Assistant', 'Add Participant', 'View Reports'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

test.each([
  ['Assistants', '/admin/assistants'],
  ['Participants', '/admin/participants'],
  ['Users', '/admin/users'],
  ['Audit Logs', '/admin/audit'],
])('PERM-05 %s shows that it is not available yet if it is not composed', async (name, path) => {
  open(path, OVERVIEW);
  await heading(name);
  expect(screen.getByText('Not available in this environment yet')).toBeDefined();
  expect(href('Back to overview')).toBe('/admin');
  expect(tabs()).not.toBeNull();
});

test('USAGE-02 an overview that cannot be read offers a retry, and the sections keep working', async () => {
  open('/admin');
  await screen.findByText('Failed to load the overview');
  expect(card('AI Assistants').getByRole('link')).toBeDefined();
  overview = () => Response.json(OVERVIEW_FIGURES);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('region', { name: 'Needs attention' });
});
