import { createHash } from 'node:crypto';
import type { Caller } from '../../http/caller.ts';
import type { AuthContext } from './auth-context.ts';
import { authError, linkExpired } from './auth-error.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { refuseUnproven, type CurrentSession } from './factors/require-session.ts';
import { refuseTooManyMails } from './limit-answers.ts';
import { createToken } from './mail-link.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';

const UNIQUE_VIOLATION = '23505';
const hash = (token: string) => createHash('sha256').update(token).digest('hex');

/** Mails the links of a change that has passed all checks. */
export type RequestEmailChange = () => Promise<void>;

/**
 * Checks a change of the email address, as `PUT /user` requests it. A request replaces the one before it.
 * @returns the refusal; a function that stores the request and mails both links; undefined if the address is the same
 */
export async function prepareEmailChange(
  context: AuthContext,
  session: CurrentSession,
  given: unknown,
  { redirectTo, caller }: { redirectTo: string; caller: Caller },
): Promise<Response | RequestEmailChange | undefined> {
  const { database, limiter, outbox } = context;
  const email = emailAddress(given);
  if (!email) return refuseEmailAddress();
  const former = session.email;
  if (email === former) return undefined;
  const refused =
    refuseOtherSignIn(context, former) ??
    refuseOtherSignIn(context, email) ??
    refuseUnproven(session, 'change the email address') ??
    (await refuseManaged(context, session.userId)) ??
    // A user who cancels a change may correct it at once.
    (await refuseTooManyMails(limiter, former, caller, !(await isPending(context, session)))) ??
    (await refuseTooManyMails(limiter, email, caller));
  if (refused) return refused;

  return async () => {
    const [current, next] = [createToken(), createToken()];
    const change = { from: former, to: email };
    await database.transaction(async (transaction) => {
      // Links of an earlier request stop working.
      await transaction.query(
        `update auth.users
         set email_change = $2, email_change_token_current = $3, email_change_token_new = $4,
             email_change_sent_at = clock_timestamp()
         where id = $1::text::uuid`,
        [session.userId, email, hash(current), hash(next)],
      );
      // Bound to no browser: the links are opened where the mails are read.
      const mail = { kind: 'email_change', redirectTo, change } as const;
      await outbox.add({ ...mail, to: former, token: current }, transaction);
      await outbox.add({ ...mail, to: email, token: next }, transaction);
    });
    outbox.deliver();
  };
}

/** Returns whether a change waits for confirmation. */
async function isPending({ database }: AuthContext, { userId }: CurrentSession): Promise<boolean> {
  const [row] = await database.query(
    `select 1 from auth.users where id = $1::text::uuid and email_change <> ''`,
    [userId],
  );
  return row !== undefined;
}

/** Refuses to change the address of an account that the directory or an identity provider manages. */
async function refuseManaged({ database }: AuthContext, userId: string) {
  const [row] = await database.query<{ manager: string | null }>(
    'select private.email_manager($1::text::uuid) as manager',
    [userId],
  );
  return row?.manager
    ? authError(
        422,
        'email_address_managed',
        'Your organisation manages this email address. Ask your IT support to change it.',
      )
    : undefined;
}

/**
 * Confirms one of the two links of a change, and changes the address with the second one. Starts no session: the links
 * may be opened on another device. Sessions of the user continue.
 */
export async function confirmEmailChange(
  { database }: AuthContext,
  token: string,
): Promise<Response> {
  try {
    return await database.transaction(async (transaction) => {
      const [user] = await transaction.query<{ id: string; complete: boolean }>(
        `update auth.users
         set email_change_token_current =
               case when email_change_token_current = $1 then '' else email_change_token_current end,
             email_change_token_new =
               case when email_change_token_new = $1 then '' else email_change_token_new end
         where $1 in (email_change_token_current, email_change_token_new)
           and email_change <> '' and email_change_sent_at > now() - interval '1 hour'
           and (banned_until is null or banned_until <= now()) and private.email_manager(id) is null
         returning id::text, email_change_token_current = '' and email_change_token_new = '' as complete`,
        [hash(token)],
      );
      if (!user) return linkExpired();
      if (!user.complete)
        return Response.json({
          code: '200',
          msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        });
      const [changed] = await transaction.query<{ email: string }>(
        `update auth.users
         set email = email_change, email_change = '',
             raw_user_meta_data = case
               when raw_user_meta_data ? 'email'
               then raw_user_meta_data || jsonb_build_object('email', email_change)
               else raw_user_meta_data end
         where id = $1::text::uuid
         returning email`,
        [user.id],
      );
      await transaction.query(
        `update auth.identities
         set identity_data = identity_data || jsonb_build_object('email', $2::text)
         where user_id = $1::text::uuid and provider = 'email'`,
        [user.id, changed?.email],
      );
      return Response.json({ id: user.id, email: changed?.email });
    });
  } catch (error) {
    // Another account has been created with the address in the meantime.
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
      return linkExpired();
    throw error;
  }
}
