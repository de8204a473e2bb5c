import { useQuery } from '@homie/api-client';
import { useAuth, useSession } from '@homie/auth';
import { useEnvironment } from '@homie/composition';

/** A passkey of the user. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  usedAt: string | undefined;
}

/** True if this browser can add and use passkeys. */
export const supportsPasskeys = 'PublicKeyCredential' in window;

/** Loads the user's passkeys, where the environment offers them. */
export function usePasskeys() {
  const auth = useAuth();
  const { passkeys: enabled } = useEnvironment();
  const userId = useSession()?.user.id;
  return useQuery({
    queryKey: ['account', userId, 'passkeys'],
    enabled,
    queryFn: async (): Promise<Passkey[]> => {
      const result = await auth.call((service) => service.passkey.list());
      if (!result.ok) throw new Error(result.failure.message);
      return (result.data ?? []).map(({ id, friendly_name: name, created_at, last_used_at }) => ({
        id,
        name: name ?? 'Passkey',
        createdAt: created_at,
        usedAt: last_used_at,
      }));
    },
  });
}
