import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAuthFlows } from '../data/database/auth-flows.ts';
import type { Database } from '../data/database/index.ts';
import { createMailPreparation } from '../gateways/auth/prepare-mail.ts';
import { openTestDatabase } from '../testing/index.ts';
import { mailUnopenedHandovers } from './mail-handovers.ts';
import type { Mail } from './mail.ts';
import { createOutbox } from './outbox.ts';

const migrationsDir = fileURLToPath(new URL('../../../../supabase/migrations', import.meta.url));

let database: Database;
let sent: Mail[];
beforeEach(async () => {
  database = await openTestDatabase({ migrationsDir });
  sent = [];
  await database.exec(`
    insert into auth.users (id, email, email_confirmed_at)
    select ('00000000-0000-4000-8000-00000000000' || number)::uuid, name || '@test.example', now()
    from (values (1, 'ava'), (2, 'ben')) as people (number, name);
    update public.users set role_id = (select id from public.roles where name = 'admin');
    insert into public.assistants (id, label, kind, openai_assistant_id)
    values ('00000000-0000-4000-8000-000000000003', 'Notes', 'org', 'asst_test');
    insert into public.conversations (id, user_id, assistant_id, title)
    values (
      '00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000003', 'Secret title'
    );
    insert into public.handovers (
      id, conversation_id, assistant_id, owner_id, recipient_id, title, owner_email, recipient_email, messages,
      owner_name, recipient_name, note, created_at
    )
    select
      '00000000-0000-4000-8000-000000000005', id, assistant_id, user_id, '00000000-0000-4000-8000-000000000002',
      title, 'ava@test.example', 'ben@test.example', '[]', 'Ava', 'Ben', 'Secret note', now() - interval '61 minutes'
    from public.conversations;
  `);
});
afterEach(() => database.close());

/** Stores the mails that are due, lets time pass, and delivers them. */
async function mail(change = 'select 1') {
  const outbox = createOutbox({
    database,
    secretKey: 'a secret that is not in the database',
    prepare: createMailPreparation({
      database,
      flows: createAuthFlows(database),
      productName: 'Second Homie',
    }),
    send: async (message) => void sent.push(message),
    waitUntil: () => {},
    log: (line) => {
      throw new Error(line);
    },
  });
  await mailUnopenedHandovers(database, outbox, 'https://homie.example');
  await database.exec(change);
  outbox.deliver();
  await outbox.settled();
}

test('OUT-26 the recipient of an unopened handover gets one mail, which names no one and nothing', async () => {
  await mail();
  await mail();
  expect(sent).toEqual([
    {
      to: 'ben@test.example',
      subject: 'A conversation was handed over to you in Second Homie',
      text: expect.stringContaining('you have not opened it yet'),
      link: 'https://homie.example/app?handover=00000000-0000-4000-8000-000000000005',
      action: 'Open the conversation',
    },
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/Secret|Ava/);
});

test.each([
  ['opened', 'update public.handovers set opened_at = now()'],
  ['revoked', 'delete from public.handovers'],
  ['deleted with its conversation', 'delete from public.conversations'],
  [
    'out of reach',
    `update public.users set role_id = (select id from public.roles where name = 'office')
     where email = 'ben@test.example'`,
  ],
])(
  'OUT-26 no mail is delivered about a handover that was %s in the meantime',
  async (_, change) => {
    await mail(change);
    expect(sent).toEqual([]);
  },
);
