import {
  keepPreviousData,
  lazyAdminApi,
  useApi,
  useQuery,
  useQueryClient,
  type UserPageSearch,
} from '@homie/api-client';

/** Keys of what this screen reads; `all` covers every one of them. */
export const userKeys = {
  all: ['admin', 'users'] as const,
  page: (search: UserPageSearch) => ['admin', 'users', 'page', search] as const,
  one: (id: string) => ['admin', 'users', 'one', id] as const,
  part: (id: string, part: string, search: object) =>
    ['admin', 'users', 'one', id, part, search] as const,
};

/** A page of the users; the previous one stays while another is read. */
export function useUserPage(search: UserPageSearch) {
  const api = useApi();
  return useQuery({
    queryKey: userKeys.page(search),
    queryFn: async () => (await lazyAdminApi()).listUsers(api, search),
    placeholderData: keepPreviousData,
  });
}

/** One user with the role, for a dialog that an address opens. */
export function useUser(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: userKeys.one(id),
    queryFn: async () => (await lazyAdminApi()).getUser(api, id),
    staleTime: 0,
  });
}

/** Has everything that shows users, or what they may see, read anew. */
export function useUsersChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // The chat lists the assistants that the person at this screen may use.
    void client.invalidateQueries({ queryKey: ['assistants'] });
    for (const others of ['assistants', 'participants', 'viewers', 'history'])
      void client.invalidateQueries({ queryKey: ['admin', others] });
    await client.invalidateQueries({ queryKey: userKeys.all });
  };
}
