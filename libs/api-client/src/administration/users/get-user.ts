import { DEFAULT_ROLE, idSchema, roleSchema, userSchema, type User } from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import { parseInput } from '../parse-input';
import { queryRest, queryRestAsAdmin } from '../query-rest';
import { USER_COLUMNS } from './list-users';

const ownUserSchema = z.pick(userSchema, { id: true, email: true, role_id: true, role: true });

/** A user with the role, as the admin gate reads it. */
export type OwnUser = Pick<User, 'id' | 'email' | 'role_id' | 'role'>;

/** Returns the record of one user with its role, or null if there is none yet. */
export async function getOwnUser(api: Api, userId: string): Promise<OwnUser | null> {
  const { rows } = await queryRest(api, z.nullable(ownUserSchema), (rest) =>
    rest
      .from('users')
      .select('id, email, role_id, role:roles(id, name)')
      .eq('id', userId)
      .maybeSingle(),
  );
  return rows;
}

/** Returns one user with role and state. @throws ApiError if there is none, or `id` is not an id */
export async function getUser(api: Api, id: string): Promise<User> {
  const userId = parseInput(idSchema(), id);
  const { rows: user } = await queryRestAsAdmin(api, z.nullable(userSchema), (rest) =>
    rest.from('users').select(USER_COLUMNS).eq('id', userId).maybeSingle(),
  );
  if (!user) throw new ApiError('not_found', 'User not found', 404);
  return user;
}

/** Creates the missing record of the signed-in user, always as support worker: the database rejects any other role. */
export async function createOwnUser(
  api: Api,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const role = await queryRest(api, z.pick(roleSchema, { id: true }), (rest) =>
    rest.from('roles').select('id').eq('name', DEFAULT_ROLE).single(),
  );
  await queryRest(api, ignoredAnswer, (rest) =>
    rest.from('users').insert({ id, email, role_id: role.rows.id }),
  );
}
