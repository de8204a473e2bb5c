import { lazyAccountApi, useApi } from '@homie/api-client';
import { useNavigate } from '@homie/composition';
import { toast } from '@homie/ui';
import { WELCOME } from './welcome';

/** Returns a function that welcomes a user who used a recovery code, and says how many are left. */
export function useRecoveryWelcome(): () => Promise<void> {
  const api = useApi();
  const navigate = useNavigate();
  return async () => {
    const left = await lazyAccountApi()
      .then((account) => account.countRecoveryCodes(api))
      .catch(() => undefined);
    const count = left === 1 ? '1 recovery code is' : `${left ?? 0} recovery codes are`;
    toast.success({
      title: WELCOME.title,
      description: left === undefined ? 'This recovery code no longer works.' : `${count} left.`,
      action: { label: 'Recovery codes', run: () => void navigate('/account/security') },
    });
  };
}
