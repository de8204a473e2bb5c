// @vitest-environment jsdom
import { ApiError, ApiProvider, getQueryClient } from '@homie/api-client';
import { UiProvider } from '@homie/ui';
import { configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ImportDialog } from './import-dialog';
import type { PlannedRow } from './model/planned-row';

// Patient, since the parser loads lazily and the computer may be busy.
configure({ asyncUtilTimeout: 60_000 });

const send = vi.fn<(entry: string, importId: string) => Promise<boolean>>();
const undo = vi.fn<(importId: string, entries: readonly string[]) => Promise<string>>();
const onClose = vi.fn<() => void>();

beforeEach(() => {
  vi.resetAllMocks();
  getQueryClient().clear();
  send.mockResolvedValue(true);
  undo.mockResolvedValue('Reverted');
});

/** Plans a row by its text: those with a `!` have an error, those with a `-` change nothing. */
function planRow(line: number, title: string): PlannedRow<string> {
  const shown = { line, title, details: '' };
  if (title.endsWith('!')) return { ...shown, state: 'error', reason: `Not ${title}` };
  if (title.endsWith('-')) return { ...shown, state: 'unchanged', reason: 'There already' };
  return { ...shown, state: 'new', entry: title };
}

async function preview(...names: string[]) {
  render(
    <UiProvider>
      <ApiProvider baseUrl="" publishableKey="" getAccessToken={async () => null}>
        <ImportDialog
          title="Import trees"
          hint="One column: name"
          example="name"
          rowHeader="Name"
          doneLabel="Added"
          confirmLabel={(count) => `Add ${count}`}
          plan={{
            columns: { required: ['name'], optional: [] },
            rowsMax: 10,
            plan: async (rows) => rows.map(({ line, cells }) => planRow(line, cells['name'] ?? '')),
            send,
            undo,
            invalidate: async () => {},
          }}
          onClose={onClose}
        />
      </ApiProvider>
    </UiProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Table'));
  await user.paste(['name', ...names].join('\n'));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByRole('table');
  return user;
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) });
const press = (name: string) => screen.findByRole('button', { name });

test('PEOPLE-15 the preview shows what each row does, errors first, and sends nothing', async () => {
  await preview('ash', 'bay-', 'fig!');
  const headers = within(screen.getByRole('table')).getAllByRole('rowheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual(['fig!', 'ash', 'bay-']);
  expect(screen.getByRole('status').textContent).toBe(
    '1 new, 1 unchanged, 1 with an error, not sent',
  );
  expect(rowOf('fig!').textContent).toContain('4Error Not fig!');
  expect(send).not.toHaveBeenCalled();
});

test('PEOPLE-16 confirming sends the new rows once, in one import, and undo reverts them', async () => {
  send.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  const user = await preview('ash', 'bay', 'fig!');
  await user.click(await press('Add 2'));
  await press('Done');
  expect(rowOf('ash').textContent).toContain('Added');
  expect(rowOf('bay').textContent).toContain('Unchanged');
  expect(send.mock.calls.map(([entry]) => entry)).toEqual(['ash', 'bay']);
  const [importId] = new Set(send.mock.calls.map(([, id]) => id));
  await user.click(await press('Undo'));
  await screen.findByText('Undone. What was in use already stays.');
  expect(undo).toHaveBeenCalledExactlyOnceWith(importId, ['ash']);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('PEOPLE-16 rows that the limits of mails refuse say later, stop the others, and are sent on request', async () => {
  send.mockResolvedValueOnce(true);
  send.mockRejectedValueOnce(new ApiError('conflict', 'It exists', 409));
  for (let count = 0; count < 3; count += 1)
    send.mockRejectedValueOnce(new ApiError('rate_limited', 'Wait 5 minutes', 429));
  const user = await preview('ash', 'bay', 'cedar', 'date', 'elm', 'fir');
  await user.click(await press('Add 6'));
  await user.click(await press('Try the other 4 again'));
  await press('Done');
  expect(send.mock.calls.map(([entry]) => entry)).toEqual([
    'ash',
    'bay',
    'cedar',
    'date',
    'elm',
    'cedar',
    'date',
    'elm',
    'fir',
  ]);
  expect(screen.getByRole('status').textContent).toBe('5 added, 1 failed');
  expect(rowOf('bay').textContent).toContain('Failed It exists');
});

test('PEOPLE-15 a table that cannot be imported says why at the field', async () => {
  const user = await preview('ash');
  await user.click(await press('Back'));
  await user.clear(screen.getByLabelText('Table'));
  await user.paste('tree\nash');
  await user.click(await press('Preview'));
  expect(await screen.findByText(/Missing: name\./)).toBeTruthy();
  expect(screen.getByLabelText('Table').getAttribute('aria-invalid')).toBe('true');
});
