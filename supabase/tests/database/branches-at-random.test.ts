import { randomUUID } from 'node:crypto';
import type { Queryable } from '@homie/server';
import { sampleOf } from '@homie/server/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BranchModel, type ExpectedMessage, type ModelTurn } from './branch-model.ts';
import { createTestDatabase, type TestDatabase } from './test-databases.ts';

/* Generates the same walks every time, so that a failure means a change. Other ones: FUZZ_SEED. */
const settings = {
  seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121),
  numRuns: sampleOf(6, 20),
};

const step = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constant('send' as const) },
    { weight: 3, arbitrary: fc.constantFrom('edit', 'reply', 'continue', 'choose') },
    { weight: 5, arbitrary: fc.constant('write' as const) },
    { weight: 5, arbitrary: fc.constantFrom('completed', 'stopped', 'failed', 'interrupted') },
  ),
  /** Index among the possible targets. */
  which: fc.nat(1000),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

class RolledBack extends Error {}

describe('branches at random', () => {
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await createTestDatabase();
    await fresh.database.exec(
      `select tests.add_person('wes', 'support_worker');
         select tests.add_assistant('Notes');
         insert into public.assistant_access (assistant_id, user_id) values (tests.id('Notes'), tests.id('wes'));
         insert into public.conversations (id, user_id, assistant_id)
         values (tests.id('talk'), tests.id('wes'), tests.id('Notes'));`,
    );
  });
  afterAll(() => fresh.remove());

  test('any sequence of sends, edits, retries, continuations, stops and selections loses nothing, and shows one whole path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const walk = fresh.database.transaction(async (transaction) => {
          const model = new BranchModel();
          for (const each of steps) {
            await take(each, model, transaction);
            await compare(model, transaction);
          }
          throw new RolledBack();
        });
        await expect(walk).rejects.toBeInstanceOf(RolledBack);
      }),
      settings,
    );
  });
});

/** Runs a step in the database and in the model, if there is a target for it. */
async function take({ what, which }: Step, model: BranchModel, database: Queryable) {
  const pick = <Item>(items: readonly Item[]) => items[which % Math.max(items.length, 1)];
  switch (what) {
    case 'send':
      return start(model, database, {});
    case 'edit': {
      const replaced = pick(model.messages.filter(({ role }) => role === 'user'));
      return replaced && start(model, database, { replaces: replaced.id });
    }
    case 'reply': {
      const question = pick(model.messages.filter(({ role }) => role === 'user'));
      return question && start(model, database, { replyTo: question.id });
    }
    case 'continue': {
      const isUnfinished = ({ status, text }: ModelTurn) =>
        ['stopped', 'failed', 'interrupted'].includes(status) && text !== '';
      const turn = pick(model.turns.filter(isUnfinished));
      return turn && start(model, database, { replyTo: turn.question, continues: turn });
    }
    case 'choose': {
      const message = pick(model.messages);
      if (!message) return;
      await database.query(`select public.choose_branch(tests.id('wes'), tests.id('talk'), $1)`, [
        message.id,
      ]);
      return model.choose(message.id);
    }
    case 'write': {
      const turn = model.running;
      if (!turn) return;
      const text = `${which} `;
      await database.query(
        `with written as (
           update public.turns set last_seq = last_seq + 1 where id = $1 returning id, last_seq
         )
         insert into public.turn_events (turn_id, seq, event, data)
         select id, last_seq, 'delta', jsonb_build_object('text', $2::text) from written`,
        [turn.id, text],
      );
      turn.text += text;
      return;
    }
    default: {
      const turn = model.running;
      if (!turn) return;
      await database.query('select public.finish_turn($1, $2)', [turn.id, what]);
      const [ended] = await database.query<{ assistant_message_id: string | null }>(
        'select assistant_message_id from public.turns where id = $1',
        [turn.id],
      );
      return model.end(turn, what, ended?.assistant_message_id ?? null);
    }
  }
}

interface Beginning {
  replaces?: string;
  replyTo?: string;
  continues?: ModelTurn;
}

async function start(
  model: BranchModel,
  database: Queryable,
  { replaces, replyTo, continues }: Beginning,
): Promise<void> {
  const words = randomUUID();
  const [{ started } = { started: { outcome: '' } }] = await database.query<{
    started: { outcome: string; turn_id?: string; user_message_id?: string };
  }>(
    `select public.start_turn(
       tests.id('wes'), tests.id('talk'), $1, '{}', $2, 'demo', gen_random_uuid(), sends_per_minute => 1000000,
       replaces => $3, reply_to => $4, continues => $5
     ) as started`,
    [
      replyTo === undefined ? words : null,
      words,
      replaces ?? null,
      replyTo ?? null,
      continues?.id ?? null,
    ],
  );
  expect(started.outcome).toBe(model.running ? 'turn_running' : 'started');
  const { turn_id: id, user_message_id: question } = started;
  if (id === undefined || question === undefined) return;
  if (replyTo === undefined) {
    const beside = replaces === undefined ? undefined : model.message(replaces);
    const parent = beside ? beside.parent : model.head;
    model.add({ id: question, parent, role: 'user', content: words });
  }
  model.begin({ id, question, continues: continues ?? null });
}

/** Compares the active path and the stored rows with the model. */
async function compare(model: BranchModel, database: Queryable): Promise<void> {
  await database.query(`select tests.sign_in('wes')`);
  const [{ page } = { page: { rows: [] } }] = await database.query<{
    page: { rows: ExpectedMessage[] };
  }>(`select public.read_path(tests.id('talk')) as page`);
  await database.query('select tests.as_owner()');
  const rows = page.rows.map(({ id, parent_id, alternatives, role, content, turn }) => {
    const shown = turn && {
      id: turn.id,
      status: turn.status,
      text: turn.text,
      replies: turn.replies,
    };
    return { id, parent_id, alternatives, role, content, turn: shown ?? null };
  });
  expect(rows).toEqual(model.path());

  // Invariants, independent of the model.
  expect(rows.map(({ parent_id }) => parent_id)).toEqual(
    rows.map((_, index) => rows[index - 1]?.id ?? null),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const branching = rows.filter(({ alternatives }) => alternatives.length > 0);
  for (const { id, alternatives } of branching) expect(alternatives).toContain(id);
  const stored = await database.query<{ id: string; content: string }>(
    `select id, content from public.messages where conversation_id = tests.id('talk') order by created_at`,
  );
  expect(stored).toEqual(model.messages.map(({ id, content }) => ({ id, content })));
}
