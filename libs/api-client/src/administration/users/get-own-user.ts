import { DEFAULT_ROLE, roleSchema, userSchema, type User } from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import { queryRest } from '../query-rest';

const ownUserSchema = z.pick(userSchema, { id: true, email: true, role_id: true, role: true });

/** A user with the role, as the admin gate reads it. */
export type OwnUser = Pick<User, 'id' | 'email' | 'role_id' | 'role'>;

/**
 * Returns the record of the signed-in user with its role, or null if there is none that they may read. Reports a user
 * who waits for approval: the database returns nothing to them, not even their own record.
 */
export async function getOwnUser(api: Api, userId: string): Promise<OwnUser | null> {
  const { rows } = await queryRest(api, z.nullable(ownUserSchema), (rest) =>
    rest
      .from('users')
      .select('id, email, role_id, role:roles(id, name)')
      .eq('id', userId)
      .maybeSingle(),
  );
  if (rows === null && api.onWaiting) {
    const { rows: state } = await queryRest(api, z.string(), (rest) => rest.rpc('own_state'));
    if (state === 'waiting') api.onWaiting();
  }
  return rows;
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
