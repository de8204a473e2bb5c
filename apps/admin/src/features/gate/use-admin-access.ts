import { lazyAdminApi, useApi, useQuery, type AdminApi } from '@homie/api-client';
import { decide, decideFailure, type AccessDecision } from './access-decision';
import { isAnswer, fetchOwnRecord, type SignedIn } from './fetch-own-record';

/** The result of the check and, from the first one on, the API calls of the administration. */
interface AdminAccessState {
  /** Undefined while the check is running. */
  decision: AccessDecision | undefined;
  admin: AdminApi | undefined;
  recheck: () => void;
}

/**
 * Loads the API calls of the administration and authorises the signed-in user with them. Checks again whenever the area
 * is entered and when the window regains focus, so that a demotion becomes effective.
 */
export function useAdminAccess(person: SignedIn): AdminAccessState {
  const api = useApi();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'gate', person.id],
    queryFn: async () => {
      const admin = await lazyAdminApi();
      return { admin, lookup: await fetchOwnRecord(admin, api, person) };
    },
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });
  return {
    decision: toDecision({ data: data?.lookup, error, isFetching }),
    admin: data?.admin,
    recheck: () => void refetch(),
  };
}

function toDecision(check: {
  data: Parameters<typeof decide>[0] | undefined;
  error: Error | null;
  isFetching: boolean;
}): AccessDecision | undefined {
  if (check.error) {
    // A retry after a failure shows the loading state.
    return check.isFetching ? undefined : decideFailure({ answered: isAnswer(check.error) });
  }
  return check.data && decide(check.data);
}
