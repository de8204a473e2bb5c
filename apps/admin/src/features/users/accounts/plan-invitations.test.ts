import type { ImportCheck } from '@homie/contracts';
import { cleanAddress, invitationRowSchema } from '@homie/contracts/admin';
import { expect, test } from 'vitest';
import { planInvitations } from './plan-invitations';

const pat = crypto.randomUUID();
const check: ImportCheck = {
  existing: ['here@b.example'],
  invited: ['invited@b.example'],
  participants: [
    { id: pat, display_name: "Pat O'Brien", status: 'active' },
    { id: crypto.randomUUID(), display_name: 'Sam', status: 'active' },
    { id: crypto.randomUUID(), display_name: 'SAM', status: 'active' },
    { id: crypto.randomUUID(), display_name: 'Old', status: 'inactive' },
  ],
};

function plan(...rows: { email?: string; role?: string; participants?: string; name?: string }[]) {
  const table = rows.map((cells, index) => ({
    line: index + 2,
    cells: { role: 'support_worker', ...cells },
  }));
  return planInvitations(table, check, { cleanAddress, invitationRowSchema }, [
    { id: 'work', name: 'Work account', domains: ['sso.example'], only: true },
    { id: 'other', name: 'Other', domains: ['b.example'], only: false },
  ]);
}

test('PEOPLE-15 SEARCH-02 a row invites its address with a role, participants by name, and a name', () => {
  const row = {
    email: 'New@B.example',
    role: 'Support worker',
    participants: ' pat o’brien ;',
    name: 'Nia',
  };
  expect(plan(row)).toEqual([
    {
      line: 2,
      title: 'new@b.example',
      details: 'Nia · Support worker · pat o’brien',
      state: 'new',
      entry: {
        email: 'new@b.example',
        role: 'support_worker',
        participantIds: [pat],
        name: 'Nia',
      },
    },
  ]);
});

test('PEOPLE-23 a row whose domain only signs in with a provider says so', () => {
  const rows = plan({ email: 'nia@sso.example' }, { email: 'nia@b.example' });
  expect(rows.map((row) => row.state === 'new' && row.note)).toEqual([
    'Signs in with Work account',
    undefined,
  ]);
});

test('PEOPLE-15 an address with a pending invitation changes nothing', () => {
  expect(plan({ email: 'invited@b.example' })).toMatchObject([
    { state: 'unchanged', reason: 'Invited already' },
  ]);
});

const UNKNOWN_ROLE = 'Unknown role. Use Admin, Office or Support worker.';

test.each([
  [{}, 'Email is required'],
  [{ email: 'nobody' }, 'Enter a full email address, like name@example.org.'],
  [{ email: '=HYPERLINK("x")' }, 'Enter a full email address, like name@example.org.'],
  [{ email: 'a@b.example', role: 'owner' }, UNKNOWN_ROLE],
  [{ email: 'a@b.example', role: '' }, UNKNOWN_ROLE],
  [{ email: `${'a'.repeat(65)}@b.example` }, 'Use at most 64 characters before the @.'],
  [{ email: 'here@b.example' }, 'This address has an account already.'],
  [
    { email: 'a@b.example', participants: 'Pat O`Brien; Zed' },
    'No active participant is named Zed.',
  ],
  [{ email: 'a@b.example', participants: 'Old' }, 'No active participant is named Old.'],
  [{ email: 'a@b.example', participants: 'Sam' }, 'Several active participants are named Sam.'],
  [{ email: 'a@b.example', name: 'x'.repeat(81) }, 'Use at most 80 characters'],
])('PEOPLE-15 the row %j has the error %s', (row, reason) => {
  expect(plan(row)).toMatchObject([{ line: 2, state: 'error', reason }]);
});

test('ADDRESS-03 a row that the server would refuse is not new, and a pasted address is cleaned', () => {
  for (const email of [
    '.jo@b.example',
    'jo..x@b.example',
    'jo@b',
    'jo@-b.example',
    'jo’s@b.example',
  ])
    expect(plan({ email })).toMatchObject([{ state: 'error' }]);
  expect(plan({ email: "Aoife.O'Brien@b.example" })).toMatchObject([
    { state: 'new', entry: { email: "aoife.o'brien@b.example" } },
  ]);
  expect(plan({ email: 'mailto:Here@b.example\u200b' })).toMatchObject([
    { state: 'error', reason: 'This address has an account already.' },
  ]);
});

test('PEOPLE-15 an address that is repeated in the table is invited once', () => {
  expect(plan({ email: 'a@b.example' }, { email: 'A@b.example' })).toMatchObject([
    { state: 'new' },
    { line: 3, state: 'error', reason: 'The same address is in line 2.' },
  ]);
});

test('PEOPLE-30 a row assigns no office staff and no administrator to participants', () => {
  const rows = ['office', 'admin', 'support worker'].map((role) => ({
    email: `${role.replace(' ', '')}@b.example`,
    role,
    participants: "Pat O'Brien",
  }));
  expect(plan(...rows).map((row) => row.state === 'error' && row.reason)).toEqual([
    'Only support workers are assigned to participants.',
    'Only support workers are assigned to participants.',
    false,
  ]);
});
