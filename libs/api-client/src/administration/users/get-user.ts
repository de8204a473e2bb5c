import { idSchema, userSchema, type User } from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { parseInput } from '../parse-input';
import { queryRestAsAdmin } from '../query-rest';
import { USER_COLUMNS } from './list-users';

/** Returns one user with role and state. @throws ApiError if there is none, or `id` is not an id */
export async function getUser(api: Api, id: string): Promise<User> {
  const userId = parseInput(idSchema(), id);
  const { rows: user } = await queryRestAsAdmin(api, z.nullable(userSchema), (rest) =>
    rest.from('users').select(USER_COLUMNS).eq('id', userId).maybeSingle(),
  );
  if (!user) throw new ApiError('not_found', 'User not found', 404);
  return user;
}
