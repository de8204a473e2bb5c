import { isFactorDemanded, useSession } from '@homie/auth';
import { useEnvironment } from '@homie/composition';
import { ErrorState, SkeletonRows, Stack, toast } from '@homie/ui';
import type { AuthFailure } from '@homie/auth';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import { ConfirmIdentity } from './confirm-identity';
import { EmailSection } from './email-section';
import { FactorsSection } from './factors-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { RecoverySection } from './recovery-section';
import { useFactors } from './use-factors';
import { usePasskeys } from './use-passkeys';

/** Authenticator apps, passkeys, recovery codes, password and email address. */
export default function SecurityScreen() {
  const session = useSession();
  const { secondFactor, passkeys: offersPasskeys } = useEnvironment();
  const { data: factors, isError, isFetching, refetch, reload } = useFactors();
  const { data: passkeys = [] } = usePasskeys();
  const [isConfirming, setConfirming] = useState(false);

  /** Reports a refused change, or asks for the password or a passkey if the session must prove more. */
  function report(failure: AuthFailure) {
    if (failure.code === 'reauthentication_needed' || failure.code === 'insufficient_aal')
      setConfirming(true);
    else reportFailure(failure);
  }

  if (!factors)
    return isError ? (
      <ErrorState
        title="Your security settings could not be loaded"
        description="Check your connection and try again."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonRows rows={3} label="Loading..." />
    );
  return (
    <Stack gap="4">
      <FactorsSection
        factors={factors}
        passkeys={offersPasskeys}
        isDemanded={session !== null && isFactorDemanded(session, secondFactor)}
        onChange={reload}
        onFailure={report}
      />
      {offersPasskeys && (
        <PasskeysSection passkeys={passkeys} onChange={reload} onFailure={report} />
      )}
      {factors.length > 0 && <RecoverySection onStale={() => setConfirming(true)} />}
      <PasswordSection onFailure={report} />
      <EmailSection onFailure={report} />
      {isConfirming && (
        <ConfirmIdentity
          hasPasskey={passkeys.length > 0}
          onClose={() => setConfirming(false)}
          onConfirmed={(needsCode) => {
            setConfirming(false);
            if (needsCode)
              toast.info({
                title: 'Enter your code',
                description: 'Then make your change again: it has not been saved.',
              });
            else toast.success({ title: 'Confirmed', description: 'Now make your change again.' });
          }}
        />
      )}
    </Stack>
  );
}
