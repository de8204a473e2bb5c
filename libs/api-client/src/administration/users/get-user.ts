import { idSchema } from '@homie/contracts';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { parseInput } from '../parse-input';
import { getOwnUser, type OwnUser } from './own-user';

/** Returns one user with the role. @throws ApiError if there is none, or `id` is not an id */
export async function getUser(api: Api, id: string): Promise<OwnUser> {
  const user = await getOwnUser(api, parseInput(idSchema(), id));
  if (!user) throw new ApiError('not_found', 'User not found', 404);
  return user;
}
