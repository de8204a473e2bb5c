import {
  USER_PAGE_SIZE,
  userSchema,
  type FoundUser,
  type RoleName,
  type User,
} from '@homie/contracts';
import { foundUserSchema, USER_SEARCH_LIMIT } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { readPage, queryRestAsAdmin, type Counted } from '../query-rest';
import { pageRange } from '../page-range';
import type { RowOrder } from '../row-order';

/** Which users: those whose email contains `q` and, unless 'all', who have the role. */
export interface UserSearch {
  q?: string | undefined;
  role?: RoleName | 'all' | undefined;
}

/** A page of such users, by email unless said otherwise. */
export interface UserPageSearch extends UserSearch {
  order?: RowOrder<'email' | 'created_at'> | undefined;
  page: number;
}

const BY_EMAIL = { by: 'email', direction: 'ascending' } as const;

/** One page of the users, 25 a page, with the number of all. */
export function listUsers(
  api: Api,
  { q = '', role = 'all', order = BY_EMAIL, page }: UserPageSearch,
): Promise<Counted<User[]>> {
  return readPage(api, z.array(userSchema), pageRange(page, USER_PAGE_SIZE), (rest) => {
    const columns =
      'id, email, role_id, created_at, updated_at, account_state, role:roles!inner(id, name)';
    const found =
      q === ''
        ? rest.from('users').select(columns, { count: 'exact' })
        : rest.rpc('search_users', { q }, { count: 'exact' }).select(columns);
    const ascending = order.direction === 'ascending';
    return (role === 'all' ? found : found.eq('role.name', role))
      .order(order.by, { ascending })
      .order('id', { ascending });
  });
}

/** How many of them, and who is not wanted among them. */
export interface UserPick extends UserSearch {
  limit?: number | undefined;
  /** Ids, e.g. of those who are chosen already. */
  except?: readonly string[] | undefined;
}

/** The first users that fit, ordered by email. */
export async function searchUsers(
  api: Api,
  { q = '', role = 'all', limit = USER_SEARCH_LIMIT, except = [] }: UserPick = {},
): Promise<FoundUser[]> {
  const { rows } = await queryRestAsAdmin(api, z.array(foundUserSchema), (rest) => {
    const source = q === '' ? rest.from('users') : rest.rpc('search_users', { q });
    const found = source.select('id, email, role:roles!inner(name)');
    // Enough of them that those who are not wanted leave no gap: their ids would not fit an address.
    return (role === 'all' ? found : found.eq('role.name', role))
      .order('email')
      .limit(limit + except.length);
  });
  return rows.filter(({ id }) => !except.includes(id)).slice(0, limit);
}
