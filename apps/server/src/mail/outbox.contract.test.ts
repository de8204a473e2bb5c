import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applySystemSchema, type Database } from '../data/database/index.ts';
import { gate, openTestDatabase } from '../testing/index.ts';
import type { MailRequest } from './mail-request.ts';
import type { SendMail } from './mail.ts';
import { createOutbox, type PrepareMail } from './outbox.ts';

const SECRET = 'a secret that is not in the database';

const request = (to: string, token = 'token'): MailRequest => ({
  kind: 'recovery',
  to,
  token,
  redirectTo: 'http://localhost/',
});

/** Composes each mail, with its token as the subject. */
const prepare: PrepareMail = async ({ to, token }) => ({
  to,
  subject: token,
  text: `a link with ${token}`,
  link: 'http://localhost/',
  action: 'Open',
});

describe('outbox', () => {
  let database: Database;
  let sent: { to: string; subject: string; id: string }[];
  const lines: string[] = [];
  beforeEach(async () => {
    database = await openTestDatabase();
    await applySystemSchema(database);
    sent = [];
    lines.length = 0;
  });
  afterEach(() => database.close());

  const deliver: SendMail = async ({ to, subject }, id) => void sent.push({ to, subject, id });
  const refuse: SendMail = async () => {
    throw new Error('the mail server refuses person@example.org');
  };
  /** An outbox as one of several processes has it. */
  const openOutbox = (send = deliver, prepared = prepare) =>
    createOutbox({
      database,
      secretKey: SECRET,
      prepare: prepared,
      send,
      waitUntil: () => {},
      log: (line) => lines.push(line),
    });
  const rows = () =>
    database.query<{ attempts: number; pause: number; sealed: string; given_up: boolean }>(
      `select attempts, sealed, given_up_at is not null as given_up,
         round(extract(epoch from next_attempt_at - now()))::integer as pause
       from embedded.outbox order by id`,
    );
  const passTime = (interval: string) =>
    database.query(
      `update embedded.outbox set created_at = created_at - $1::interval,
         next_attempt_at = next_attempt_at - $1::interval, given_up_at = given_up_at - $1::interval`,
      [interval],
    );

  test('MAIL-01 a mail is stored with the transaction that causes it, encrypted, and deleted once it is delivered', async () => {
    const outbox = openOutbox();
    await expect(
      database.transaction(async (transaction) => {
        await outbox.add(request('undone@example.org'), transaction);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await database.transaction((transaction) =>
      outbox.add(request('person@example.org', 'a-secret-token'), transaction),
    );
    const stored = await database.query('select * from embedded.outbox');
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/a-secret-token|person|example/);
    expect(sent).toEqual([]);
    outbox.deliver();
    await outbox.settled();
    expect(sent).toMatchObject([{ to: 'person@example.org', subject: 'a-secret-token' }]);
    expect(await rows()).toEqual([]);
  });

  test('MAIL-02 adding a mail does not wait for the mail server', async () => {
    const { open: answer, opened: answered } = gate();
    const outbox = openOutbox(async (mail, id) => {
      await answered;
      await deliver(mail, id);
    });
    await outbox.add(request('person@example.org'));
    expect(sent).toEqual([]);
    answer();
    await outbox.settled();
    expect(sent).toHaveLength(1);
  });

  test('MAIL-03 several processes deliver each mail once', async () => {
    const processes = [openOutbox(), openOutbox(), openOutbox()];
    const addresses = Array.from({ length: 60 }, (_, index) => `person-${index}@example.org`);
    await database.transaction(async (transaction) => {
      for (const address of addresses) await processes[0]?.add(request(address), transaction);
    });
    for (let round = 0; round < 4; round++) for (const each of processes) each.deliver();
    await Promise.all(processes.map((each) => each.settled()));
    expect(sent.map(({ to }) => to).sort()).toEqual(addresses.sort());
    expect(lines).toEqual([]);
  });

  test('MAIL-04 mails to one address are delivered in their order by all processes, also after a failure', async () => {
    let isRefusing = true;
    const failing: SendMail = async (mail, id) => {
      await deliver(mail, id);
      if (isRefusing && mail.subject === '1') throw new Error('refused');
    };
    const processes = [openOutbox(failing), openOutbox(failing)];
    await database.transaction(async (transaction) => {
      for (const token of ['1', '2', '3'])
        await processes[0]?.add(request('person@example.org', token), transaction);
      await processes[0]?.add(request('other@example.org', 'other'), transaction);
    });
    const deliverAll = async () => {
      for (let round = 0; round < 3; round++) for (const each of processes) each.deliver();
      await Promise.all(processes.map((each) => each.settled()));
    };
    await deliverAll();
    expect(sent.map(({ subject }) => subject).sort()).toEqual(['1', 'other']);
    isRefusing = false;
    await passTime('10 seconds');
    await deliverAll();
    const toPerson = sent.filter(({ to }) => to === 'person@example.org');
    expect(toPerson.map(({ subject }) => subject)).toEqual(['1', '1', '2', '3']);
    expect(toPerson[1]?.id).toBe(toPerson[0]?.id);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
  });

  test('MAIL-05 a mail is retried after growing pauses and given up after a day, and then its contents are deleted', async () => {
    const outbox = openOutbox(refuse);
    await outbox.add(request('person@example.org'));
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 9; attempt++) {
      outbox.deliver();
      await outbox.settled();
      const [row] = await rows();
      pauses.push(row?.pause ?? 0);
      await passTime(`${row?.pause ?? 0} seconds`);
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect(await outbox.count()).toMatchObject({ waiting: 1, failed: 0 });
    expect(lines.join('\n')).toMatch(/mail failed/);
    expect(lines.join('\n')).not.toContain('person');

    await passTime('1 day');
    outbox.deliver();
    await outbox.settled();
    expect(await rows()).toMatchObject([{ attempts: 10, given_up: true, sealed: '' }]);
    expect(await outbox.count()).toEqual({ waiting: 0, failed: 1, oldestSeconds: 0 });
    // It does not delay later mails to the address, and is not retried.
    const working = openOutbox();
    await working.add(request('person@example.org', 'later'));
    await working.settled();
    expect(sent.map(({ subject }) => subject)).toEqual(['later']);

    await passTime('6 days');
    await outbox.purge();
    expect((await outbox.count()).failed).toBe(1);
    await passTime('1 day');
    await outbox.purge();
    expect(await rows()).toEqual([]);
  });

  test('MAIL-06 a process that is killed while it delivers a mail loses nothing: another delivers it after half a minute, with the same id', async () => {
    const ids: string[] = [];
    const { open: start, opened: started } = gate();
    const killed = openOutbox((_mail, id) => {
      ids.push(id);
      start();
      return new Promise(() => {});
    });
    await killed.add(request('person@example.org'));
    await started;
    const other = openOutbox();
    other.deliver();
    await other.settled();
    expect(sent).toEqual([]);
    await passTime('30 seconds');
    other.deliver();
    await other.settled();
    expect(sent).toMatchObject([{ to: 'person@example.org', id: ids[0] }]);
    expect(await rows()).toEqual([]);
  });

  test('MAIL-06 a delivery that takes longer than half a minute is not repeated by another process', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { open: start, opened: started } = gate();
    const { open: answer, opened: answered } = gate();
    const slow = openOutbox(async (mail, id) => {
      start();
      await answered;
      await deliver(mail, id);
    });
    await slow.add(request('person@example.org'));
    await started;
    const other = openOutbox();
    for (let waited = 0; waited < 40; waited += 10) {
      await passTime('10 seconds');
      vi.advanceTimersByTime(10_000);
      await vi.waitUntil(async () => ((await rows())[0]?.pause ?? 0) > 25);
    }
    other.deliver();
    await other.settled();
    expect(sent).toEqual([]);
    answer();
    await slow.settled();
    expect(sent).toHaveLength(1);
    vi.useRealTimers();
  });

  test('MAIL-07 a mail that is no longer due is dropped', async () => {
    const outbox = openOutbox(deliver, async () => undefined);
    await outbox.add(request('person@example.org'));
    await outbox.settled();
    expect(sent).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  test('MAIL-08 the oldest mail that waits is reported with its age', async () => {
    const outbox = openOutbox(refuse);
    await outbox.add(request('person@example.org'));
    await outbox.settled();
    await passTime('2 hours');
    await outbox.add(request('other@example.org'));
    await outbox.settled();
    const { oldestSeconds, ...counts } = await outbox.count();
    expect(counts).toEqual({ waiting: 2, failed: 0 });
    expect(Math.round(oldestSeconds / 60)).toBe(120);
  });

  test.each(['anon', 'authenticated', 'service_role'])(
    'MAIL-09 %s can neither read nor change the outbox',
    async (role) => {
      const outbox = openOutbox(refuse);
      await outbox.add(request('person@example.org'));
      await outbox.settled();
      for (const statement of [
        'select * from embedded.outbox',
        'delete from embedded.outbox',
        'update embedded.outbox set given_up_at = now()',
        `insert into embedded.outbox (recipient_hash, sealed) values ('', '')`,
      ])
        await expect(
          database.transaction(async (transaction) => {
            await transaction.exec(`set local role ${role}`);
            await transaction.exec(statement);
          }),
        ).rejects.toMatchObject({ code: '42501' });
    },
  );
});
