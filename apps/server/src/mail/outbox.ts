import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Database, Queryable } from '../data/database/index.ts';
import { seal, unseal } from '../data/secrets/sealed-text.ts';
import { describeError } from '../http/describe-error.ts';
import { mailRequestSchema, type MailRequest } from './mail-request.ts';
import type { Mail, SendMail } from './mail.ts';

/** Concurrent deliveries per process: a slow mail server must not delay all mails behind one. */
const WORKERS = 4;
/** A process that was killed holds its mails for so long; a running one renews its claim. */
const CLAIM_SECONDS = 30;

/** Mails that are not delivered. */
interface UndeliveredMails {
  waiting: number;
  /** Given up within the last week. */
  failed: number;
  /** Age of the oldest one that waits, in seconds; 0 if there is none. */
  oldestSeconds: number;
}

/**
 * Mails until they are delivered, shared by all processes on the database. A mail is delivered at least once: if a process
 * ends after the mail server accepted a mail and before it is deleted here, or if the mail server's answer is lost, it is
 * delivered again, with the same Message-ID.
 */
export interface Outbox {
  /**
   * Stores a mail, to be delivered after the ones before it to the same address.
   * @param transaction that causes it; the caller calls `deliver` after its commit. By default it is stored at once, and
   *   delivery starts.
   */
  add(request: MailRequest, transaction?: Queryable): Promise<void>;
  /** Starts to deliver what is due, in the background. */
  deliver(): void;
  /** Resolves when this process delivers nothing. */
  settled(): Promise<void>;
  count(): Promise<UndeliveredMails>;
  /** Deletes the record of mails that were given up a week ago. */
  purge(): Promise<void>;
  /** Starts no further delivery. */
  stop(): void;
}

/** Replaces the stored request of the mail that is being delivered, in a transaction. */
export type ReplaceRequest = (request: MailRequest, transaction: Queryable) => Promise<void>;

/**
 * Composes a mail, for each attempt to deliver it.
 * @returns undefined if the mail is not due, or no longer
 */
export type PrepareMail = (
  request: MailRequest,
  requestedAt: string,
  replace: ReplaceRequest,
) => Promise<Mail | undefined>;

interface Claimed extends Record<string, unknown> {
  id: string;
  sealed: string;
  created_at: string;
}

const storedSchema = z.object({ id: z.string(), request: mailRequestSchema });

/**
 * Creates the outbox. Its mails open accounts, so they are encrypted with a secret that is not in the database.
 */
export function createOutbox(options: {
  database: Database;
  secretKey: string;
  prepare: PrepareMail;
  send: SendMail;
  /** Runs work in the background; the server waits for it before it stops. */
  waitUntil: (work: Promise<unknown>) => void;
  log: (line: string) => void;
}): Outbox {
  const { database, secretKey, prepare, send, waitUntil, log } = options;
  const workers = new Set<Promise<void>>();
  /** Increases with each call of `deliver`, so that a worker that found nothing does not miss a newer mail. */
  let calls = 0;
  let isStopped = false;

  /** Claims the mail that has been due for the longest. The ones to the same address wait for it. */
  async function claim(): Promise<Claimed | undefined> {
    const [claimed] = await database.query<Claimed>(
      `update embedded.outbox
       set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
       where id = (
         select id from embedded.outbox as due
         where given_up_at is null and next_attempt_at <= now()
           and not exists (
             select from embedded.outbox as earlier
             where earlier.recipient_hash = due.recipient_hash and earlier.id < due.id
               and earlier.given_up_at is null
           )
         order by next_attempt_at, id
         limit 1
         for update skip locked
       )
       returning id::text, sealed, created_at::text`,
      [CLAIM_SECONDS],
    );
    return claimed;
  }

  const sealRequest = (id: string, request: MailRequest) =>
    seal(JSON.stringify({ id, request }), secretKey);

  async function attempt({ id, sealed, created_at: requestedAt }: Claimed): Promise<void> {
    const stored = storedSchema.parse(JSON.parse(unseal(sealed, secretKey)));
    const mail = await prepare(
      stored.request,
      requestedAt,
      async (replacement, transaction) =>
        void (await transaction.query(
          'update embedded.outbox set sealed = $2 where id = $1::text::bigint',
          [id, sealRequest(stored.id, replacement)],
        )),
    );
    if (mail) await send(mail, stored.id);
    await database.query('delete from embedded.outbox where id = $1::text::bigint', [id]);
  }

  /** Pauses a mail for ten seconds after the first attempt, twice as long after each further one, up to 15 minutes. */
  async function postpone({ id }: Claimed): Promise<void> {
    await database.query(
      `update embedded.outbox
       set next_attempt_at = now() + make_interval(secs => least(900, 10 * 2 ^ (attempts - 1))),
           given_up_at = case when created_at <= now() - interval '1 day' then now() end,
           sealed = case when created_at <= now() - interval '1 day' then '' else sealed end
       where id = $1::text::bigint`,
      [id],
    );
  }

  /** Renews the claim of a mail while it is being delivered. @returns a function that stops it */
  function renew({ id }: Claimed): () => void {
    const timer = setInterval(
      () =>
        void database
          .query(
            `update embedded.outbox set next_attempt_at = now() + make_interval(secs => $2)
             where id = $1::text::bigint`,
            [id, CLAIM_SECONDS],
          )
          // The next renewal may succeed.
          .catch(() => undefined),
      (CLAIM_SECONDS * 1000) / 3,
    );
    return () => clearInterval(timer);
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      const seen = calls;
      const claimed = await claim();
      if (!claimed && seen === calls) return;
      if (!claimed) continue;
      const stopRenewing = renew(claimed);
      try {
        await attempt(claimed);
      } catch (error) {
        log(`mail failed: ${describeError(error)}`);
        stopRenewing();
        await postpone(claimed);
      } finally {
        stopRenewing();
      }
    }
  }

  function deliver(): void {
    calls += 1;
    if (isStopped || workers.size >= WORKERS) return;
    const worker = work()
      .catch((error: unknown) => log(`outbox failed: ${describeError(error)}`))
      .finally(() => workers.delete(worker));
    workers.add(worker);
    waitUntil(worker);
  }

  const add: Outbox['add'] = async (request, transaction) => {
    await (transaction ?? database).query(
      'insert into embedded.outbox (recipient_hash, sealed) values ($1, $2)',
      [createHash('sha256').update(request.to).digest('hex'), sealRequest(randomUUID(), request)],
    );
    if (!transaction) deliver();
  };

  return {
    add,
    deliver,
    async settled() {
      while (workers.size > 0) await Promise.all(workers);
    },
    async count() {
      const [counted] = await database.query<UndeliveredMails & Record<string, unknown>>(
        `select count(*) filter (where given_up_at is null)::integer as waiting,
           count(given_up_at)::integer as failed,
           coalesce(
             extract(epoch from now() - min(created_at) filter (where given_up_at is null)), 0
           )::float8 as "oldestSeconds"
         from embedded.outbox`,
      );
      return counted ?? { waiting: 0, failed: 0, oldestSeconds: 0 };
    },
    async purge() {
      await database.query(
        `delete from embedded.outbox where given_up_at <= now() - interval '7 days'`,
      );
    },
    stop() {
      isStopped = true;
    },
  };
}
