// @vitest-environment jsdom
import type { AuditLog } from '@homie/contracts';
import { UiProvider } from '@homie/ui';
import { render, screen } from '@testing-library/react';
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
