import type { UserAccess, UserParticipants } from '@homie/contracts';
import { userAccessSchema, userParticipantsSchema } from '@homie/contracts/admin';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';
import { recordKey } from '../resource-data';

/** A search for assistants whose label contains `q`, or all; with `usableOnly` only those that the user can use. */
export interface UserAccessSearch {
  q?: string | undefined;
  usableOnly?: boolean | undefined;
  page?: number | undefined;
  /** At most 100. */
  pageSize?: number | undefined;
}

/** Lists the assistants with the access that a user has to each, ordered by label, with the total. */
export async function listUserAccess(
  api: Api,
  userId: string,
  { q = '', usableOnly = false, page = 1, pageSize = 25 }: UserAccessSearch = {},
): Promise<UserAccess> {
  const { rows } = await queryRestAsAdmin(api, userAccessSchema, (rest) =>
    rest.rpc('user_access', {
      user_id: userId,
      q,
      usable_only: usableOnly,
      page,
      page_size: pageSize,
    }),
  );
  return rows;
}

/** Options of the query for a page of the assistants with the access that a user has to each. */
export function userAccessQuery(api: Api, userId: string, search: UserAccessSearch) {
  return queryOptions({
    queryKey: recordKey('users', userId, 'access', search),
    queryFn: () => listUserAccess(api, userId, search),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Lists the participants whom a user can see, ordered by name, each with the reasons. */
export async function listUserParticipants(
  api: Api,
  userId: string,
  { q = '', page = 1, pageSize = 25 }: Omit<UserAccessSearch, 'usableOnly'> = {},
): Promise<UserParticipants> {
  const { rows } = await queryRestAsAdmin(api, userParticipantsSchema, (rest) =>
    rest.rpc('user_participants', { user_id: userId, q, page, page_size: pageSize }),
  );
  return rows;
}

/** Options of the query for a page of the participants whom a user can see. */
export function userParticipantsQuery(
  api: Api,
  userId: string,
  search: Omit<UserAccessSearch, 'usableOnly'>,
) {
  return queryOptions({
    queryKey: recordKey('users', userId, 'participants', search),
    queryFn: () => listUserParticipants(api, userId, search),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
