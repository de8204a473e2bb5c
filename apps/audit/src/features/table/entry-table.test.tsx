// @vitest-environment jsdom
import type { AuditLog } from '@homie/contracts';
import { UiProvider } from '@homie/ui';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { OPENING } from '../../state/audit-state';
import { EntryTable } from './entry-table';

const entry: AuditLog = {
  id: '00000000-0000-4000-8000-000000000001',
  user_id: '00000000-0000-4000-8000-000000000002',
  assistant_id: null,
  conversation_id: null,
  action: 'login',
  meta: {},
  created_at: '2026-11-21T03:00:00+00:00',
  updated_at: '2026-11-21T03:00:00+00:00',
  user_email: 'priya.nair+test@secondhomie.example',
  assistant_label: null,
  assistant_kind: null,
  participant_id: null,
  participant_name: null,
  target_user_id: null,
  target_user_email: null,
};

test('an email shows its local part first and is truncated at its end', () => {
  render(
    <UiProvider>
      <EntryTable
        rows={[entry]}
        control={{ state: OPENING, change: () => {} }}
        onOpen={() => {}}
        empty={null}
      />
    </UiProvider>,
  );
  const email = screen.getByTitle('priya.nair+test@secondhomie.example');
  const [local, domain, ...others] = email.childNodes;
  expect([local?.textContent, domain?.textContent]).toEqual([
    'priya.nair+test',
    '@secondhomie.example',
  ]);
  expect(others).toEqual([]);
  const cell = email.closest('td');
  if (!cell) throw new Error('no cell');
  const { textOverflow, overflow } = getComputedStyle(cell);
  expect({ textOverflow, overflow }).toEqual({ textOverflow: 'ellipsis', overflow: 'hidden' });
});

test('RECORD-03 the metadata starts with the user whom the entry concerns', () => {
  const target_user_email = 'zara.hassan@secondhomie.example';
  render(
    <UiProvider>
      <EntryTable
        rows={[{ ...entry, action: 'factors_reset', meta: { reason: 'lost' }, target_user_email }]}
        control={{ state: OPENING, change: () => {} }}
        onOpen={() => {}}
        empty={null}
      />
    </UiProvider>,
  );
  expect(screen.getByTitle(target_user_email).closest('td')?.textContent).toMatch(
    /Affected user zara\.hassan@secondhomie\.example{"reason":"lost"}$/,
  );
});

test('ACCT-52 repeated failed sign-ins are one row with their number and times, which opens to the entries', async () => {
  const denied = (id: number, created_at: string, meta: object): AuditLog => ({
    ...entry,
    id: `00000000-0000-4000-8000-00000000000${id}`,
    action: 'denied',
    created_at,
    meta: { attempted: 'login', ...meta },
  });
  render(
    <UiProvider>
      <EntryTable
        rows={[
          denied(9, '2026-11-21T03:12:40+00:00', { repeats: 11, since: '2026-11-21T03:11:00Z' }),
          denied(8, '2026-11-21T03:00:05+00:00', {}),
        ]}
        control={{ state: { ...OPENING, zone: 'utc' }, change: () => {} }}
        onOpen={() => {}}
        empty={null}
      />
    </UiProvider>,
  );
  screen.getByText('(12)');
  screen.getByText('password, 03:00 to 03:12');
  const row = screen.getByRole('button', { name: /^12 failed sign-ins \(password\)/ });
  expect(row.getAttribute('aria-expanded')).toBe('false');
  row.focus();
  await userEvent.keyboard('{Enter}');
  const [, ...rows] = screen.getAllByRole('row');
  expect(rows.map((each) => within(each).queryByText(/"attempted":"login"/) !== null)).toEqual([
    false,
    true,
    true,
  ]);
});
