// @vitest-environment jsdom
import { ApiError, getQueryClient } from '@homie/api-client';
import { TestApiProvider } from '@homie/api-client/testing';
import { Toaster, UiProvider } from '@homie/ui';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ImportDialog } from './import-dialog';
import type { PlannedRow } from './model/planned-row';
import { RecentImports } from './recent-imports';

const send = vi.fn<(entry: string, importId: string) => Promise<boolean>>();
const undo = vi.fn<(importId: string, entries: readonly string[]) => Promise<string>>();

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
  return { ...shown, state: 'new', entry: title, note: 'Grows slowly' };
}

function Screen() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      {isOpen && (
        <ImportDialog
          title="Import trees"
          hint="One column: name"
          example="name"
          rowHeader="Name"
          confirmLabel={(count) => `Add ${count}`}
          plan={{
            noun: 'tree',
            doneLabel: 'Added',
            columns: { required: ['name'], optional: [] },
            rowsMax: 10,
            plan: async (rows) => rows.map(({ line, cells }) => planRow(line, cells['name'] ?? '')),
            send,
            undo,
            invalidate: async () => {},
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
      <RecentImports noun="tree" invalidate={async () => {}} />
    </>
  );
}

async function preview(...names: string[]) {
  return previewTable('name', names);
}

async function previewTable(header: string, names: string[]) {
  render(
    <UiProvider>
      <TestApiProvider>
        <Screen />
        <Toaster />
      </TestApiProvider>
    </UiProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Table'));
  await user.paste([header, ...names].join('\n'));
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByRole('table');
  return user;
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) });
const press = (name: string) => screen.findByRole('button', { name });

test('PEOPLE-24 a long address in the preview wraps before its @', async () => {
  await preview('ash@trees.example');
  const opportunity = screen.getByRole('table').querySelector('wbr');
  expect(opportunity?.previousSibling?.textContent).toBe('ash');
  expect(opportunity?.nextSibling?.textContent).toBe('@trees.example');
});

test('PEOPLE-31 the preview names the columns that are not imported', async () => {
  await preview('ash');
  expect(screen.queryByText(/not imported/)).toBeNull();
  cleanup();
  await previewTable('name,Soil,Height', ['bay,clay,3']);
  expect(screen.getByText('The columns Soil and Height are not imported.')).toBeTruthy();
});

test('PEOPLE-15 PEOPLE-23 the preview shows what each row does, errors first, and sends nothing', async () => {
  await preview('ash', 'bay-', 'fig!');
  const headers = within(screen.getByRole('table')).getAllByRole('rowheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual(['fig!', 'ash', 'bay-']);
  expect(screen.getByRole('status').textContent).toBe(
    '1 new, 1 unchanged, 1 with an error, not sent',
  );
  expect(rowOf('fig!').textContent).toContain('4Error Not fig!');
  expect(rowOf('ash').textContent).toContain('New Grows slowly');
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
  await user.click(await press('Done'));
  expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull();
});

test('PEOPLE-20 an import can still be undone after its dialog was closed, also if the first attempt fails', async () => {
  const user = await preview('ash', 'bay', 'fig!');
  await user.click(await press('Add 2'));
  await user.click(await press('Done'));
  const line = await screen.findByRole('listitem');
  expect(line.textContent).toContain('Added 2 trees · just now');
  undo.mockRejectedValueOnce(new ApiError('unavailable', 'Try again', 503));
  await user.click(await press('Undo: Added 2 trees'));
  await screen.findByText('Try again');
  await user.click(await press('Undo: Added 2 trees'));
  await screen.findByText('Reverted');
  expect(screen.queryByRole('list', { name: 'Recent imports' })).toBeNull();
  expect(new Set(undo.mock.calls.map(([id]) => id)).size).toBe(1);
  expect(undo).toHaveBeenLastCalledWith(expect.any(String), ['ash', 'bay']);
});

test('PEOPLE-20 undo is not offered for an import that changed nothing', async () => {
  send.mockResolvedValueOnce(false);
  const user = await preview('ash');
  await user.click(await press('Add 1'));
  await user.click(await press('Done'));
  expect(screen.queryByRole('list', { name: 'Recent imports' })).toBeNull();
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
  expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe(
    '5 added, 1 failed',
  );
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
