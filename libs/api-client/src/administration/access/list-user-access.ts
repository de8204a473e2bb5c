import type { UserAccess, UserParticipants } from '@homie/contracts';
import { userAccessSchema, userParticipantsSchema } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { askRestAsAdmin } from '../ask-rest';

/** Which assistants: those whose label contains `q`, or all; with `usableOnly` those that the person may use. */
export interface UserAccessSearch {
  q?: string | undefined;
  usableOnly?: boolean | undefined;
  page?: number | undefined;
  /** At most 100. */
  pageSize?: number | undefined;
}

/** How one user stands to the assistants, ordered by label, with the number of all that fit. */
export async function listUserAccess(
  api: Api,
  userId: string,
  { q = '', usableOnly = false, page = 1, pageSize = 25 }: UserAccessSearch = {},
): Promise<UserAccess> {
  const { rows } = await askRestAsAdmin(api, userAccessSchema, (rest) =>
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

/** The participants whom a user can see, ordered by name, each with the reasons. */
export async function listUserParticipants(
  api: Api,
  userId: string,
  { q = '', page = 1, pageSize = 25 }: Omit<UserAccessSearch, 'usableOnly'> = {},
): Promise<UserParticipants> {
  const { rows } = await askRestAsAdmin(api, userParticipantsSchema, (rest) =>
    rest.rpc('user_participants', { user_id: userId, q, page, page_size: pageSize }),
  );
  return rows;
}
