// @vitest-environment jsdom
import { lazyAdminApi } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { Form, UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AdminApiContext } from '../../../data/admin-api';
import { StartFields } from './start-fields';

beforeAll(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});
afterEach(() => vi.unstubAllGlobals());

const ava = {
  id: crypto.randomUUID(),
  display_name: 'Ava Lane',
  status: 'active',
  created_at: '2026-11-21T03:00:00+00:00',
  updated_at: '2026-11-21T03:00:00+00:00',
};

test('PEOPLE-28 PEOPLE-30 a typed name that is not selected is refused, and only support workers are assigned', async () => {
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return Promise.resolve(Response.json(pathname.endsWith('/is_admin') || [ava]));
  });
  const submitted: unknown[] = [];
  const admin = await lazyAdminApi();
  render(
    <UiProvider>
      <TestApiProvider>
        <AdminApiContext value={admin}>
          <Form
            schema={admin.approvalSchema}
            defaultValues={{ role: 'support_worker', participantIds: [] }}
            onSubmit={(values) => void submitted.push(values)}
          >
            <StartFields />
            <button type="submit">Approve</button>
          </Form>
        </AdminApiContext>
      </TestApiProvider>
    </UiProvider>,
  );
  const user = userEvent.setup();
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Participants' });
  const approve = screen.getByRole('button', { name: 'Approve' });
  await user.type(box, 'Av');
  await user.click(approve);
  await screen.findByText('Choose one from the list.');
  expect(box.value).toBe('Av');
  expect(submitted).toEqual([]);

  await user.click(box);
  await user.click(await screen.findByRole('option', { name: 'Ava Lane' }));
  expect(box.value).toBe('');
  expect(screen.queryByText('Choose one from the list.')).toBeNull();
  await user.type(box, 'Zed');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await user.click(approve);
  expect(submitted).toEqual([{ role: 'support_worker', participantIds: [ava.id] }]);

  // Only support workers are assigned; the selection is back when the role is.
  const role = screen.getByRole('combobox', { name: 'Role' });
  await user.selectOptions(role, 'office');
  expect(screen.queryByRole('combobox', { name: 'Participants' })).toBeNull();
  await user.click(approve);
  await user.selectOptions(role, 'support_worker');
  await user.click(approve);
  expect(submitted.slice(1)).toEqual([
    { role: 'office', participantIds: [] },
    { role: 'support_worker', participantIds: [ava.id] },
  ]);
});
