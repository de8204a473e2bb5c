import {
  roleNameSchema,
  USER_PAGE_SIZE,
  USER_SEARCH_LIMIT,
  userSchema,
  type RoleName,
  type User,
} from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { askRestAsAdmin, type Counted } from '../ask-rest';
import { contains } from '../contains';
import { pageRange } from '../page-range';

/** Which users: those whose email contains `q` and, unless 'all', who have the role. */
export interface UserSearch {
  q?: string | undefined;
  role?: RoleName | 'all' | undefined;
}

const foundUserSchema = z.object({
  id: userSchema.shape.id,
  email: z.string(),
  role: z.object({ name: roleNameSchema }),
});

/** A user as a search offers it. */
export type FoundUser = z.infer<typeof foundUserSchema>;

/** One page of the users, 25 a page, ordered by email, with the number of all. */
export function listUsers(
  api: Api,
  { q = '', role = 'all', page }: UserSearch & { page: number },
): Promise<Counted<User[]>> {
  return askRestAsAdmin(api, z.array(userSchema), (rest) => {
    let query = rest
      .from('users')
      .select('id, email, role_id, created_at, updated_at, role:roles!inner(id, name)', {
        count: 'exact',
      });
    if (q !== '') query = query.ilike('email', contains(q));
    if (role !== 'all') query = query.eq('role.name', role);
    return query
      .order('email')
      .order('id')
      .range(...pageRange(page, USER_PAGE_SIZE));
  });
}

/** The first users that fit, ordered by email. */
export async function searchUsers(
  api: Api,
  { q = '', role = 'all', limit = USER_SEARCH_LIMIT }: UserSearch & { limit?: number },
): Promise<FoundUser[]> {
  const { rows } = await askRestAsAdmin(api, z.array(foundUserSchema), (rest) => {
    let query = rest.from('users').select('id, email, role:roles!inner(name)');
    if (q !== '') query = query.ilike('email', contains(q));
    if (role !== 'all') query = query.eq('role.name', role);
    return query.order('email').limit(limit);
  });
  return rows;
}
