// @vitest-environment jsdom
import { lazyAdminApi } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { EnvironmentProvider } from '@homie/composition';
import { testEnvironment } from '@homie/composition/testing';
import { Form, UiProvider } from '@homie/ui';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AdminApiContext } from '../../../data/admin-api';
import { AssistantFields } from './assistant-fields';
import { assistantFormSchema, newAssistant } from './assistant-form';

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(() => vi.unstubAllGlobals());

const participant = (display_name: string, status: 'active' | 'inactive') => ({
  id: crypto.randomUUID(),
  display_name,
  status,
  created_at: '2026-11-21T03:00:00+00:00',
  updated_at: '2026-11-21T03:00:00+00:00',
});

const available = participant('Ava Lane', 'active');
const others = [participant('Ben Moss', 'active'), participant('Ben Old', 'inactive')];

async function show(edited?: typeof available) {
  const isMatch = ({ display_name }: typeof available, q: string) => display_name.startsWith(q);
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith('/is_admin')) return Promise.resolve(Response.json(true));
    if (pathname.endsWith('/rest/v1/assistants'))
      return Promise.resolve(Response.json([{ label: 'Community nursing' }]));
    const { endpoint = '', q } = JSON.parse(String(init?.body));
    if (pathname.endsWith('/search_participants'))
      return Promise.resolve(Response.json(others.filter((each) => isMatch(each, q))));
    // The server returns the participant of the edited assistant for any text.
    const wanted = new URL(endpoint, 'https://api.example').searchParams.get('q') ?? '';
    const rows = edited !== undefined || isMatch(available, wanted) ? [available] : [];
    return Promise.resolve(Response.json({ success: true, data: { rows } }));
  });
  const admin = await lazyAdminApi();
  render(
    <UiProvider>
      <EnvironmentProvider value={testEnvironment()}>
        <TestApiProvider>
          <AdminApiContext value={admin}>
            <Form
              schema={assistantFormSchema(admin)}
              defaultValues={{
                ...newAssistant,
                kind: 'participant',
                participant_id: edited?.id ?? null,
              }}
              onSubmit={() => {}}
            >
              <AssistantFields
                assistantId={edited && crypto.randomUUID()}
                participantName={edited?.display_name}
              />
            </Form>
          </AdminApiContext>
        </TestApiProvider>
      </EnvironmentProvider>
    </UiProvider>,
  );
  return {
    user: userEvent.setup(),
    box: screen.getByRole<HTMLInputElement>('combobox', { name: 'Participant' }),
  };
}

test.each([
  ['of a new assistant', undefined],
  ['of an assistant that has one', available],
])(
  'PEOPLE-29 the picker %s says if a participant has an assistant, is inactive, or does not exist',
  async (_, edited) => {
    const { user, box } = await show(edited);
    await user.clear(box);
    await user.type(box, 'Ben');
    const taken = await screen.findByRole('option', { name: /Ben Moss/ });
    expect(taken.textContent).toBe('Ben MossHas an assistant');
    expect(screen.getByRole('option', { name: /Ben Old/ }).textContent).toBe('Ben OldInactive');
    await user.click(taken);
    expect(box.value).toBe('Ben');

    await user.clear(box);
    await user.type(box, 'Zed');
    await screen.findByText('No participant found', { selector: 'p' });
    await user.clear(box);
    await user.type(box, 'Ava');
    await user.click(await screen.findByRole('option', { name: 'Ava Lane' }));
    expect(box.value).toBe('Ava Lane');
  },
);

test('RECORD-07 an assistant ID that others have names them, because they share their settings', async () => {
  const { user } = await show();
  const field = screen.getByRole('textbox', { name: /Assistant ID/ });
  await user.type(field, 'asst_nursing');
  const note = await screen.findByText('Community nursing');
  expect(note.closest('output')?.textContent).toMatch(
    /^Also used by Community nursing\. Assistants with the same ID share model/,
  );
  await user.clear(field);
  await waitFor(() => expect(screen.queryByText('Community nursing')).toBeNull());
});

test.each([
  ['new', undefined, false],
  ['existing', available, true],
])(
  'USAGE-18 the form of the %s assistant has what a new one needs first; a wrong value in the other settings opens them',
  async (_, edited, isOpen) => {
    const { user } = await show(edited);
    const more = screen.getByText('More settings').closest('details');
    expect(more?.open).toBe(isOpen);
    const budget = screen.getByLabelText('Monthly budget in tokens');
    const inside = (label: string) => more?.contains(screen.getByLabelText(label, { exact: true }));
    expect(['Label', 'Assistant ID', 'Description', 'Web research'].map(inside)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    more?.removeAttribute('open');
    await user.type(screen.getByLabelText('Label'), 'Nursing');
    await user.type(screen.getByLabelText('Assistant ID'), 'asst_nursing');
    fireEvent.change(budget, { target: { value: 'much' } });
    fireEvent.submit(budget);
    await waitFor(() => expect(document.activeElement).toBe(budget));
    expect(more?.open).toBe(true);
  },
);
