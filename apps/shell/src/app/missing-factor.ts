import { lazyAccountApi, type Api } from '@homie/api-client';
import type { Auth } from '@homie/auth';

/**
 * Returns the query for the second factor that the server demands of the session: the passkey of the user, any factor, or
 * null. The welcome and the next page share its response.
 */
export function missingFactorQuery(
  auth: Pick<Auth, 'call' | 'store'>,
  api: Api,
  passkeys: boolean,
) {
  return {
    queryKey: ['second-factor', auth.store.getState().session?.user.id],
    queryFn: async () => {
      if (!(await (await lazyAccountApi()).isFactorMissing(api))) return null;
      if (!passkeys) return 'any';
      const listed = await auth.call((service) => service.passkey.list());
      // Users with an authenticator app have entered its code, so it is a passkey that the session has not used.
      return !listed.ok && listed.failure.code === 'insufficient_aal' ? 'passkey' : 'any';
    },
  };
}
