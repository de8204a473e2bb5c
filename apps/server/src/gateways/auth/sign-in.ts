import { compare } from 'bcrypt';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { emailAddress } from './email-address.ts';
import { readErrorCode, forward } from './forward.ts';
import { hashing, spendHashingTime } from './hashing.ts';
import { refuseTooMany } from './limit-answers.ts';
import { exceedsBcrypt } from './password-rules.ts';
import { refuseOtherSignIn } from './providers/refuse-other-sign-in.ts';
import { readAuthBody, toText } from './read-auth-body.ts';
import type { Queryable } from '../../data/database/index.ts';

/** Returns whether an operator has disabled the account of this address. */
async function isDisabled(database: Queryable, email: string): Promise<boolean> {
  const rows = await database.query(
    'select 1 as found from auth.users where email = $1 and banned_until > now()',
    [email],
  );
  return rows.length > 0;
}

const invalidCredentials = () => authError(400, 'invalid_credentials', 'Invalid login credentials');

const disabledAccount = () =>
  authError(400, 'user_banned', 'This account is deactivated. Ask an administrator.');

interface Attempt {
  email: string;
  password: string;
  /** Key of the rate limit: the caller's address and the email address. */
  account: string;
  /** IP address of the caller; null for the server itself. */
  address: string | null;
}

/** POST /token?grant_type=password. Refused attempts are recorded in the audit log. */
export function signIn(context: AuthContext): AuthRoute {
  const { database, limiter, waitUntil } = context;

  async function passwordFits(email: string, password: string): Promise<boolean> {
    const [user] = await database.query<{ encrypted_password: string | null }>(
      'select encrypted_password from auth.users where email = $1',
      [email],
    );
    const hash = user?.encrypted_password;
    if (hash) return hashing(() => compare(password, hash));
    await spendHashingTime(password);
    return false;
  }

  async function userExists(email: string): Promise<boolean> {
    return (await database.query('select 1 from auth.users where email = $1', [email])).length > 0;
  }

  /**
   * Records a refused sign-in, for the account if it exists. Does not store the address: it may be a mistyped password.
   */
  async function recordRefusal(email: string): Promise<void> {
    await database.query(
      `select private.record_audit(
         'denied', (select id from auth.users where email = $1), meta => '{"attempted": "login"}'
       )`,
      [email],
    );
  }

  async function attempt(
    request: Request,
    { email, password, account, address }: Attempt,
  ): Promise<Response> {
    if (password === '' || exceedsBcrypt(password)) return invalidCredentials();
    if (await isDisabled(database, email))
      return (await passwordFits(email, password)) ? disabledAccount() : invalidCredentials();

    const response = await hashing(() => forward(context, request, { email, password }));
    if (response.ok) {
      await limiter.forgive('signInPerAccount', account);
      if (address !== null) await limiter.refund('signInPerAddress', address);
      return response;
    }
    const code = await readErrorCode(response);
    // Lite returns this code before it compares the password, which would reveal to anyone which addresses have signed
    // up.
    if (code === 'email_not_confirmed' && !(await passwordFits(email, password)))
      return invalidCredentials();
    if (code === 'invalid_credentials' && !(await userExists(email)))
      await spendHashingTime(password);
    return response;
  }

  return async (request, { address }) => {
    const body = await readAuthBody(request);
    if (body instanceof Response) return body;
    const email = emailAddress(body['email']);
    const password = toText(body['password']);
    if (toText(body['email']).trim() === '')
      return authError(400, 'validation_failed', 'missing email or phone');
    // An invalid address has no account.
    if (!email) return invalidCredentials();

    const elsewhere = refuseOtherSignIn(context, email);
    if (elsewhere) return elsewhere;
    const account = `${address ?? 'internal'} ${email}`;
    const refused = await refuseTooMany(limiter, [
      ['signInPerAddress', address],
      ['signInPerAccount', account],
    ]);
    if (refused) return refused;
    const response = await attempt(request, { email, password, account, address });
    // In the background: its duration would reveal whether the account exists.
    if (response.status === 400) waitUntil(recordRefusal(email));
    return response;
  };
}
