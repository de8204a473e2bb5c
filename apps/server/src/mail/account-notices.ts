import { describeDevice } from '../../../../supabase/functions/_shared/contracts/describe-device.ts';
import type { Database, Queryable, Row } from '../data/database/index.ts';
import type { Limiter } from '../data/database/rate-limits.ts';
import type { MailRequest } from './mail-request.ts';
import type { Notice } from './notice-text.ts';
import type { Outbox } from './outbox.ts';

/** A device that an account has not used for so long is new again. */
export const KNOWN_DEVICE_DAYS = 90;
/** A notice waits so long for the device that made the change: the process may have ended before it was stored. */
const WAIT_SECONDS = 5;
const DEFAULT_TIME_ZONE = 'Australia/Melbourne';

interface QueuedNotice extends Row {
  id: string;
  kind: Notice['kind'];
  user_agent: string | null;
  is_by_administrator: boolean;
  at: string;
  email: string;
  time_zone: string | null;
}

/**
 * Mails about changes of accounts. The database queues each with its change, in one transaction; this moves them to the
 * outbox, which encrypts them.
 */
export interface AccountNotices {
  /** Stores the device of a session with the notices of what it has changed, and sends them. Never fails. */
  complete(userId: string, sessionId: string): Promise<void>;
  /** Moves the notices that are due to the outbox. Never fails. */
  send(): Promise<void>;
  /** Forgets devices that are new again. */
  purge(): Promise<void>;
}

/** Creates the notices of a database. */
export function createAccountNotices(options: {
  database: Database;
  outbox: Pick<Outbox, 'add' | 'deliver'>;
  limiter: Pick<Limiter, 'use'>;
  siteUrl: string;
  onError: (error: unknown) => void;
}): AccountNotices {
  const { database, outbox, limiter, siteUrl, onError } = options;

  const find = () =>
    database.query<{ id: string; user_id: string }>(
      `select id::text, user_id::text from embedded.account_notice
       where user_agent is not null or is_by_administrator
         or created_at < now() - make_interval(secs => ${WAIT_SECONDS})
       order by id limit 100`,
    );

  const take = (transaction: Queryable, ids: readonly string[]) =>
    transaction.query<QueuedNotice>(
      `with taken as (
         delete from embedded.account_notice where id::text = any ($1::text[]) returning *
       )
       select taken.id::text, kind, user_agent, is_by_administrator, email,
         to_char(taken.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
         raw_user_meta_data ->> 'time_zone' as time_zone
       from taken join auth.users on users.id = taken.user_id
       where users.email is not null
       order by taken.id`,
      [ids],
    );

  async function send(): Promise<void> {
    const found = await find();
    if (found.length === 0) return;
    // An attacker who has taken over an account must not fill the mailbox of its owner.
    const excess = new Set<string>();
    for (const { id, user_id: userId } of found)
      if ((await limiter.use('noticesPerUser', userId)) > 0) excess.add(id);
    await database.transaction(async (transaction) => {
      for (const taken of await take(
        transaction,
        found.map(({ id }) => id),
      ))
        if (!excess.has(taken.id)) await outbox.add(toRequest(taken), transaction);
    });
    outbox.deliver();
  }

  function toRequest(taken: QueuedNotice): MailRequest {
    const { kind, at, email, time_zone: zone } = taken;
    const device = taken.is_by_administrator ? undefined : describeDevice(taken.user_agent);
    const timeZone = zone ?? DEFAULT_TIME_ZONE;
    const notice = { kind, at, timeZone, ...(device !== undefined && { device }) };
    return { kind: 'notice', to: email, token: '', redirectTo: siteUrl, notice };
  }

  return {
    send: () => send().catch(onError),
    async purge() {
      await database.query(
        `delete from embedded.known_device where seen_on <= current_date - ${KNOWN_DEVICE_DAYS}`,
      );
    },
    async complete(userId, sessionId) {
      try {
        const [changed] = await database.query(
          `update embedded.account_notice
           set user_agent = coalesce((select user_agent from auth.sessions where id = $2::text::uuid), '')
           where user_id = $1::text::uuid and user_agent is null and not is_by_administrator
           returning 1 as changed`,
          [userId, sessionId],
        );
        if (changed) await send();
      } catch (error) {
        onError(error);
      }
    },
  };
}
