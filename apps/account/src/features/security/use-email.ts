import { lazyAccountApi, useApi, useQuery, useQueryClient } from '@homie/api-client';
import { useAuth, useSession } from '@homie/auth';

/** The links of a change are valid for an hour. */
const VALID_MS = 60 * 60 * 1000;

/** The interval of checks whether the links were opened on another device, while the screen is in front. */
const CHECK_MS = 3_000;

/** Loads who manages the user's address and the change that waits for confirmation, and a function that loads both again. */
export function useEmail() {
  const auth = useAuth();
  const api = useApi();
  const client = useQueryClient();
  const session = useSession();
  const user = session?.user;
  const queryKey = ['account', user?.id, 'email'];
  const query = useQuery({
    // Another tab may have requested or completed a change.
    queryKey: [...queryKey, user?.email, user?.['new_email']],
    // What is typed into the form remains while the state of the change loads.
    placeholderData: (previous, query) => (query?.queryKey[1] === user?.id ? previous : undefined),
    // A link may have been opened on another device, or in another tab a moment ago.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.pending ? CHECK_MS : false),
    queryFn: async () => {
      const [manager, result] = await Promise.all([
        lazyAccountApi().then((account) => account.readEmailManager(api)),
        auth.call((service) => service.getUser()),
      ]);
      if (!result.ok) throw new Error(result.failure.message);
      const { email, new_email: newEmail, email_change_sent_at: sentAt } = result.data.user;
      if (email !== user?.email) await auth.call((service) => service.refreshSession());
      const isPending = newEmail && Date.now() - Date.parse(sentAt ?? '') < VALID_MS;
      return { manager, pending: isPending ? newEmail : null };
    },
  });
  return { ...query, reload: () => client.invalidateQueries({ queryKey }) };
}
