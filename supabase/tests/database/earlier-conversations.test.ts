import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase, prepareDatabase } from '@homie/local';
import { expect, test } from 'vitest';

const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url));
const BRANCHES = '20261121000700_branches.sql';

test('conversations from before there were branches are shown whole, and keep the titles that they have', async () => {
  const earlier = await mkdtemp(join(tmpdir(), 'homie-migrations-'));
  const database = await openDatabase({});
  try {
    for (const name of await readdir(migrationsDir)) {
      if (name < BRANCHES) await cp(join(migrationsDir, name), join(earlier, name));
    }
    await prepareDatabase(database, { migrationsDir: earlier });
    const helpers = await readFile(new URL('00-helpers.sql', import.meta.url), 'utf8');
    await database.exec(helpers);
    await database.exec(
      `select tests.add_person('wes', 'support_worker');
       select tests.add_assistant('Notes');
       insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
       insert into public.conversations (id, user_id, assistant_id, title)
       select tests.id(title), tests.id('wes'), tests.id('Notes'), title
       from unnest(array['Lease', 'New conversation']) as title;
       insert into public.messages (id, conversation_id, role, content, created_at)
       select tests.id('c' || n), tests.id('Lease'), 'user', 'Message ' || n, now() + n * interval '1 second'
       from generate_series(3, 1, -1) as n;`,
    );

    await prepareDatabase(database, { migrationsDir });

    const messages = await database.query(
      `select messages.content, parents.content as parent
       from public.messages left join public.messages as parents on parents.id = messages.parent_id
       order by messages.content`,
    );
    expect(messages).toEqual([
      { content: 'Message 1', parent: null },
      { content: 'Message 2', parent: 'Message 1' },
      { content: 'Message 3', parent: 'Message 2' },
    ]);
    const conversations = await database.query(
      `select conversations.title, title_settled, messages.content as head
       from public.conversations left join public.messages on messages.id = head_id
       order by conversations.title`,
    );
    expect(conversations).toEqual([
      { title: 'Lease', title_settled: true, head: 'Message 3' },
      { title: 'New conversation', title_settled: false, head: null },
    ]);
  } finally {
    await database.close();
    await rm(earlier, { recursive: true, force: true });
  }
});
