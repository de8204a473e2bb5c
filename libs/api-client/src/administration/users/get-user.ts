import { idSchema } from '@homie/contracts';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { checked } from '../checked';
import { getOwnUser, type OwnUser } from './own-user';

/** One user with the role. @throws ApiError where there is none, or `id` is no id */
export async function getUser(api: Api, id: string): Promise<OwnUser> {
  const user = await getOwnUser(api, checked(idSchema(), id));
  if (!user) throw new ApiError('not_found', 'User not found', 404);
  return user;
}
