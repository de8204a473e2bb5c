import {
  USER_PAGE_SIZE,
  userSchema,
  type AccountState,
  type FoundUser,
  type RoleName,
  type User,
} from '@homie/contracts';
import { foundUserSchema, USER_SEARCH_LIMIT } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { readPage, queryRestAsAdmin } from '../query-rest';
import { pageRange, type Counted } from '../page-range';
import type { RowOrder } from '../row-order';

/** A search for users whose email or name contains `q` and who have the role, unless it is 'all'. */
export interface UserSearch {
  q?: string | undefined;
  role?: RoleName | 'all' | undefined;
}

/**
 * A search for a page of users, those who wait for approval first, then ordered by email by default. Access 'none' finds
 * those who can sign in and use no assistant.
 */
export interface UserPageSearch extends UserSearch {
  state?: AccountState | 'all' | undefined;
  access?: 'all' | 'none' | undefined;
  order?: RowOrder<'name' | 'email' | 'last_sign_in_at' | 'created_at'> | undefined;
  page: number;
}

/** The columns of a user that administrators read. */
export const USER_COLUMNS =
  'id, email, display_name, role_id, created_at, updated_at, account_state, last_sign_in_at, invited_role, role:roles!inner(id, name)';

const BY_EMAIL = { by: 'email', direction: 'ascending' } as const;

/** Lists one page of the users, 25 a page, with the total. */
export function listUsers(
  api: Api,
  { q = '', role = 'all', access = 'all', state = 'all', order = BY_EMAIL, page }: UserPageSearch,
): Promise<Counted<User[]>> {
  return readPage(api, z.array(userSchema), pageRange(page, USER_PAGE_SIZE), (rest) => {
    const counted = { count: 'exact' } as const;
    // Users without access are active: with another state, the two filters find no one.
    const isWithoutAccess = access === 'none' && (state === 'all' || state === 'active');
    const found = isWithoutAccess
      ? rest.rpc('users_without_access', { q }, counted).select(USER_COLUMNS)
      : access === 'none'
        ? rest.from('users').select(USER_COLUMNS, counted).is('id', null)
        : state !== 'all'
          ? rest.rpc('users_in_state', { state, q }, counted).select(USER_COLUMNS)
          : q === ''
            ? rest.from('users').select(USER_COLUMNS, counted)
            : rest.rpc('search_users', { q }, counted).select(USER_COLUMNS);
    // Users without a name are sorted by their email.
    const column = order.by === 'name' ? 'sort_name' : order.by;
    const ascending = order.direction === 'ascending';
    return (role === 'all' ? found : found.eq('role.name', role))
      .order('is_waiting', { ascending: false })
      .order(column, { ascending, nullsFirst: false })
      .order('id', { ascending });
  });
}

/** A search for a limited number of users, without the excluded ones. */
export interface UserPick extends UserSearch {
  limit?: number | undefined;
  /** Ids, e.g. of users who are already selected. */
  except?: readonly string[] | undefined;
}

/** Returns the first matching users, ordered by name or else email. */
export async function searchUsers(
  api: Api,
  { q = '', role = 'all', limit = USER_SEARCH_LIMIT, except = [] }: UserPick = {},
): Promise<FoundUser[]> {
  const { rows } = await queryRestAsAdmin(api, z.array(foundUserSchema), (rest) => {
    const source = q === '' ? rest.from('users') : rest.rpc('search_users', { q });
    const found = source.select('id, email, display_name, role:roles!inner(name)');
    // Requests enough rows to fill the list without the excluded users, whose ids would not fit in a URL.
    return (role === 'all' ? found : found.eq('role.name', role))
      .order('sort_name')
      .limit(limit + except.length);
  });
  return rows.filter(({ id }) => !except.includes(id)).slice(0, limit);
}
