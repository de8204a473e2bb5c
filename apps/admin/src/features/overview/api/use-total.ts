import { lazyAdminApi, useApi, useQuery, type AdminApi, type Api } from '@homie/api-client';
import type { Section } from '../../../sections';

type Counted = 'assistants' | 'participants' | 'users';

/** Reads a first page: its answer says how many there are. */
const readers: Readonly<
  Record<Counted, (admin: AdminApi, api: Api) => Promise<{ total: number }>>
> = {
  assistants: (admin, api) =>
    admin.listAssistantPage(api, { q: '', kind: 'all', sort: 'label_asc', page: 1 }),
  participants: (admin, api) =>
    admin.listParticipants(api, {
      q: '',
      status: 'all',
      order: { by: 'display_name', direction: 'ascending' },
      page: 1,
    }),
  users: (admin, api) =>
    admin.listUsers(api, {
      q: '',
      role: 'all',
      order: { by: 'email', direction: 'ascending' },
      page: 1,
    }),
};

/** Returns how many there are of what a section lists; undefined until it is known, and where it is not composed. */
export function useTotal(name: Counted, { remote }: Section): number | undefined {
  const api = useApi();
  const { data } = useQuery({
    // Below the key of the section's own queries: what invalidates those invalidates the total.
    queryKey: ['admin', name, 'total'],
    queryFn: async () => (await readers[name](await lazyAdminApi(), api)).total,
    enabled: remote !== undefined,
  });
  return data;
}
