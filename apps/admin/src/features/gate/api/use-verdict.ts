import { useApi, useQuery } from '@homie/api-client';
import { judge, judgeFailure, type Verdict } from '../model/verdict';
import { isAnswer, lookUpRecord, type SignedIn } from './look-up-record';

/**
 * The verdict on the signed-in person, or undefined while it is being reached. It is reached anew
 * whenever the area is entered and when the window comes back, so that a demotion shows.
 */
export function useVerdict(person: SignedIn): {
  verdict: Verdict | undefined;
  checkAgain: () => void;
} {
  const api = useApi();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'gate', person.id],
    queryFn: () => lookUpRecord(api, person),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });
  return {
    verdict: reach({ data, error, isFetching }),
    checkAgain: () => void refetch(),
  };
}

function reach(check: {
  data: Parameters<typeof judge>[0] | undefined;
  error: Error | null;
  isFetching: boolean;
}): Verdict | undefined {
  if (check.error) {
    // Asking again after a failure shows that it is being asked.
    return check.isFetching ? undefined : judgeFailure({ answered: isAnswer(check.error) });
  }
  return check.data && judge(check.data);
}
