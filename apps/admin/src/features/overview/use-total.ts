import { useQuery, type AdminApi, type Api, type QueryKey } from '@homie/api-client';
import { useAdminApi } from '../../data/admin-api';
import type { Section } from '../../sections/sections';

/** A query whose result has a total. */
interface TotalQuery {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<{ total: number }>;
}

type Counted = 'assistants' | 'participants' | 'users';

/** The first page of each section, which includes the total. */
const firstPage: Readonly<Record<Counted, (admin: AdminApi, api: Api) => TotalQuery>> = {
  assistants: (admin, api) => admin.assistantData.pageQuery(api, { page: 1 }),
  participants: (admin, api) => admin.participantData.pageQuery(api, { page: 1 }),
  users: (admin, api) => admin.userData.pageQuery(api, { page: 1 }),
};

/** Returns the number of records in a section; undefined until it is known and in a section that is not composed. */
export function useTotal(name: Counted, { remote }: Section): number | undefined {
  const { admin, api } = useAdminApi();
  const { queryKey, queryFn } = firstPage[name](admin, api);
  const { data } = useQuery({
    queryKey,
    queryFn,
    select: ({ total }) => total,
    enabled: remote !== undefined,
  });
  return data;
}
