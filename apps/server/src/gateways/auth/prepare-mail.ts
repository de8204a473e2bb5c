import { createHash } from 'node:crypto';
import { addUser } from './administer-users.ts';
import type { AuthFlows } from '../../data/database/auth-flows.ts';
import type { Database, Row } from '../../data/database/index.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { INVITATION_DAYS, type MailRequest } from '../../mail/mail-request.ts';
import type { MailKind } from '../../mail/mail-texts.ts';
import type { PrepareMail, ReplaceRequest } from '../../mail/outbox.ts';
import { MAY_SIGN_IN } from './magic-link.ts';

/** The mail that a request leads to, with the token of its link. */
interface DueMail {
  kind: MailKind | 'notice';
  token?: string;
}

interface PreparationOptions {
  database: Database;
  flows: AuthFlows;
  productName: string;
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Creates the function that composes a mail when it is delivered, and stores its link. Repeating it mails the same link.
 * Returns undefined if the address has no account that receives the mail, or if the account's links have ended since the
 * mail was requested.
 */
export function createMailPreparation({
  database,
  flows,
  productName,
}: PreparationOptions): PrepareMail {
  /** SQL condition: nothing has ended the links of the account since the time `$2`. */
  const isOpen = 'private.is_link_open(users.id, $2::text::timestamptz)';
  type Resolve = (...parameters: Parameters<PrepareMail>) => Promise<DueMail | undefined>;

  const findUser = async (condition: string, parameters: readonly unknown[]) =>
    (await database.query(`select 1 from auth.users where ${condition}`, parameters)).length > 0;

  /** Returns the token of an account with the address; a current one stays valid for another hour. */
  const recovery: Resolve = async ({ kind, to, token }, requestedAt) => {
    const [user] = await database.query<{ token: string }>(
      `update auth.users
       set recovery_token = case
             when recovery_sent_at > now() - interval '1 hour' and recovery_token <> ''
             then recovery_token else $3 end,
           recovery_sent_at = now()
       where email = $1 and ${isOpen}
       returning recovery_token as token`,
      [to, requestedAt, token],
    );
    return user && { kind, token: user.token };
  };

  const magiclink: Resolve = async ({ kind, to, token }, requestedAt) =>
    (await flows.rememberSignInLink(token, to, requestedAt, MAY_SIGN_IN))
      ? { kind, token }
      : undefined;

  /** Returns whether the link of a sign-up or an invitation is stored and may confirm its account. */
  const hasLink = async (token: string) =>
    (
      await database.query(
        `select 1 from embedded.mail_link as link join auth.users on users.id = link.user_id
         where token_hash = $1 and link.expires_at > now() and email_confirmed_at is null
           and private.is_link_open(users.id, link.created_at)`,
        [hash(token)],
      )
    ).length > 0;

  /**
   * Creates the account of a sign-up with its link, unless the address has one. Another attempt to send the mail does
   * not: the account may have been deleted in the meantime.
   */
  const createAccount = (request: MailRequest, passwordHash: string, replace: ReplaceRequest) =>
    database.transaction(async (transaction) => {
      await replace({ ...request, passwordHash: undefined }, transaction);
      const account = { email: request.to, passwordHash, isConfirmed: false };
      if (!(await addUser(transaction, account))) return;
      await transaction.query(
        `update auth.users set confirmation_token = $2, confirmation_sent_at = now()
         where email = $1`,
        [request.to, request.token],
      );
      await flows.rememberLink(request.token, request, 1, transaction);
    });

  /**
   * An account that waits for confirmation may have a role and access already. Its password stays that of the first
   * sign-up. A user who signs up again chooses one when confirming, because nothing distinguishes this user from a
   * stranger. The mail has the current token of the account, for another hour.
   */
  const signup: Resolve = async (request, requestedAt, replace) => {
    const { to, token, passwordHash } = request;
    if (passwordHash !== undefined) await createAccount(request, passwordHash, replace);
    if (await hasLink(token)) return { kind: 'signup', token };
    const [user] = await database.query<Row & { token: string | null }>(
      `update auth.users
       set confirmation_token = case
             when email_confirmed_at is not null then confirmation_token
             when confirmation_sent_at > now() - interval '1 hour' and confirmation_token <> ''
             then confirmation_token else $3 end,
           confirmation_sent_at = now()
       where email = $1 and banned_until is null
         and (email_confirmed_at is not null or ${isOpen})
       returning case when email_confirmed_at is null then confirmation_token end as token`,
      [to, requestedAt, token],
    );
    if (!user) return undefined;
    return user.token ? { kind: 'signup', token: user.token } : { kind: 'account-exists' };
  };

  const invite: Resolve = async ({ kind, token }) =>
    (await hasLink(token)) ? { kind, token } : undefined;

  const providerInvite: Resolve = async ({ kind, to }, requestedAt) =>
    (await findUser(
      `email = $1 and email_confirmed_at is null and invited_at is not null and ${isOpen}`,
      [to, requestedAt],
    ))
      ? { kind }
      : undefined;

  /** The response to the request does not reveal whether the new address has an account: if so, no link is mailed. */
  const emailChange: Resolve = async ({ kind, to, token, change }) => {
    const isPending = await findUser(
      `$1 in (email_change_token_current, email_change_token_new)
       and email_change <> '' and email_change_sent_at > now() - interval '1 hour'`,
      [hash(token)],
    );
    if (!isPending) return undefined;
    const isTaken = to === change?.to && (await findUser('email = $1', [to]));
    return isTaken ? { kind: 'address-taken' } : { kind, token };
  };

  const handover: Resolve = async ({ kind, to, handoverId }) => {
    const [found] = await database.query<{ waits: boolean }>(
      'select private.is_handover_waiting($1::text::uuid, $2) as waits',
      [handoverId, to],
    );
    return found?.waits ? { kind } : undefined;
  };

  const resolvers: Record<MailRequest['kind'], Resolve> = {
    recovery,
    magiclink,
    signup,
    invite,
    'provider-invite': providerInvite,
    email_change: emailChange,
    handover,
    // It opens nothing, and is about what has happened.
    notice: async () => ({ kind: 'notice' }),
  };

  return async (request, requestedAt, replace) => {
    const due = await resolvers[request.kind](request, requestedAt, replace);
    if (!due) return undefined;
    if (due.token !== undefined) {
      // A token that no sign-up chose is bound to no browser: nothing proves that this one signed up.
      const flow = due.kind === 'signup' ? { redirectTo: request.redirectTo } : request;
      await flows.rememberLink(due.token, flow, due.kind === 'invite' ? INVITATION_DAYS : 1);
    }
    return composeMail(request, due, productName);
  };
}
