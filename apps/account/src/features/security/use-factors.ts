import { useQuery, useQueryClient } from '@homie/api-client';
import { useAuth, useSession } from '@homie/auth';

/** An authenticator app of the user. */
export interface Factor {
  id: string;
  name: string;
  createdAt: string;
}

/** Loads the user's authenticator apps, and a function that loads them again after a change. */
export function useFactors() {
  const auth = useAuth();
  const client = useQueryClient();
  const userId = useSession()?.user.id;
  const queryKey = ['account', userId];
  const query = useQuery({
    queryKey: [...queryKey, 'factors'],
    queryFn: async (): Promise<Factor[]> => {
      const result = await auth.call((service) => service.mfa.listFactors());
      if (!result.ok) throw new Error(result.failure.message);
      return (result.data?.totp ?? []).map(({ id, friendly_name: name, created_at }, index) => ({
        id,
        name: name ?? `Authenticator app ${index + 1}`,
        createdAt: created_at,
      }));
    },
  });
  return { ...query, reload: () => client.invalidateQueries({ queryKey }) };
}
