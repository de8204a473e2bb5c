import { hash } from 'bcrypt';
import { randomUUID } from 'node:crypto';
import type { Queryable, Row } from '../../data/database/index.ts';
import type { AuthContext, AuthRoute } from './auth-context.ts';
import { authError } from './auth-error.ts';
import { emailAddress, refuseEmailAddress } from './email-address.ts';
import { hashing } from './hashing.ts';
import { isUuid } from './uuid.ts';
import { readAuthBody, toText, type AuthBody } from './read-auth-body.ts';

const BCRYPT_COST = 10;

/** A password hash from another system, for imported accounts. */
/** Of a cost that is acceptable for a sign-in: each increment doubles its work. */
const BCRYPT_HASH = /^\$2[aby]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/;

const USER_COLUMNS = `id, aud, role, email, email_confirmed_at, last_sign_in_at, created_at, updated_at,
  raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata`;

/** /admin/users with the secret key: create, list, read and delete. Lite has no such routes. */
export function administerUsers(context: AuthContext): AuthRoute {
  const { database, secrets } = context;
  return async (request) => {
    const refused = refuseWithoutSecretKey(request, secrets.secretKey);
    if (refused) return refused;
    const id = new URL(request.url).pathname.split('/')[5] ?? '';
    if (id !== '' && !isUuid(id))
      return authError(404, 'validation_failed', 'user_id must be an UUID');
    if (request.method === 'POST' && id === '') {
      const body = await readAuthBody(request);
      return body instanceof Response ? body : createUser(context, body);
    }
    if (request.method === 'GET' && id === '')
      return Response.json({
        users: await database.query(
          `select ${USER_COLUMNS} from auth.users order by created_at desc limit 1000`,
        ),
        aud: 'authenticated',
      });
    if (request.method === 'GET') return answerUser(await findUser(database, id));
    if (request.method === 'DELETE') {
      const [gone] = await database.query(
        'delete from auth.users where id = $1::text::uuid returning id',
        [id],
      );
      return gone ? Response.json({}) : answerUser(undefined);
    }
    return authError(405, 'validation_failed', 'Method not allowed');
  };
}

/** Refuses a request that has not the secret key as its API key. */
export function refuseWithoutSecretKey(request: Request, secretKey: string): Response | undefined {
  if (request.headers.get('apikey') === secretKey) return undefined;
  return /^Bearer (?!sb_)/.test(request.headers.get('authorization') ?? '')
    ? authError(403, 'not_admin', 'User not allowed')
    : authError(401, 'no_authorization', 'This endpoint requires the secret key');
}

async function findUser(database: Queryable, id: string): Promise<Row | undefined> {
  const [user] = await database.query(
    `select ${USER_COLUMNS} from auth.users where id = $1::text::uuid`,
    [id],
  );
  return user;
}

function answerUser(user: Row | undefined): Response {
  return user ? Response.json(user) : authError(404, 'user_not_found', 'User not found');
}

async function createUser(context: AuthContext, body: AuthBody): Promise<Response> {
  const email = emailAddress(body['email']);
  if (!email) return refuseEmailAddress();
  const passwordHash = await readPasswordHash(context, body);
  if (passwordHash instanceof Response) return passwordHash;
  const created = await context.database.transaction((transaction) =>
    addUser(transaction, {
      email,
      passwordHash,
      isConfirmed: body['email_confirm'] === true,
      metadata: Object.assign({}, body['user_metadata']),
    }),
  );
  return created
    ? Response.json(created)
    : authError(422, 'email_exists', 'A user with this email address has already been registered');
}

/**
 * Adds an account with its identity.
 * @returns the account; undefined if the address has one
 */
export async function addUser(
  transaction: Queryable,
  account: {
    email: string;
    passwordHash: string | null;
    isConfirmed: boolean;
    metadata?: Readonly<Record<string, unknown>>;
  },
): Promise<Row | undefined> {
  const { email, passwordHash, isConfirmed } = account;
  const id = randomUUID();
  const identity = { sub: id, email, email_verified: isConfirmed };
  const metadata = { ...account.metadata, ...identity };
  const [row] = await transaction.query(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at,
         raw_app_meta_data, raw_user_meta_data)
       values ($1::text::uuid, $2, $3, case when $4::boolean then now() end, $5::jsonb, $6::jsonb)
       on conflict do nothing returning id`,
    [id, email, passwordHash, isConfirmed, { provider: 'email', providers: ['email'] }, metadata],
  );
  if (!row) return undefined;
  await transaction.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values ($1::text::uuid, 'email', $2, $2::text::uuid, $3::jsonb)`,
    [randomUUID(), id, identity],
  );
  return findUser(transaction, id);
}

/** @returns null for an account without a password */
async function readPasswordHash(
  { refuseNewPassword }: AuthContext,
  body: AuthBody,
): Promise<string | Response | null> {
  const password = toText(body['password']);
  const given = toText(body['password_hash']);
  if (password !== '' && given !== '')
    return authError(
      400,
      'validation_failed',
      'Only a password or a password hash should be provided',
    );
  if (password !== '')
    return (await refuseNewPassword(password)) ?? hashing(() => hash(password, BCRYPT_COST));
  if (given !== '' && !BCRYPT_HASH.test(given))
    return authError(400, 'validation_failed', 'invalid password hash');
  return given === '' ? null : given;
}
