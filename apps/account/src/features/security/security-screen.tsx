import { isFactorDemanded, useSession } from '@homie/auth';
import { useEnvironment } from '@homie/composition';
import { ErrorState, SkeletonRows, Stack } from '@homie/ui';
import { ConfirmIdentity } from './confirm-identity';
import { EmailSection } from './email-section';
import { FactorsSection } from './factors-section';
import { PasskeysSection } from './passkeys-section';
import { PasswordSection } from './password-section';
import { RecoverySection } from './recovery-section';
import { useFactors } from './use-factors';
import { usePasskeys } from './use-passkeys';
import { useProve } from './use-prove';

/** Authenticator apps, passkeys, recovery codes, password and email address. */
export default function SecurityScreen() {
  const session = useSession();
  const { secondFactor, passkeys: offersPasskeys } = useEnvironment();
  const { data: factors, isError, isFetching, refetch, reload } = useFactors();
  const { data: passkeys = [] } = usePasskeys();
  const { prove, answer } = useProve();

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
        prove={prove}
      />
      {offersPasskeys && <PasskeysSection passkeys={passkeys} onChange={reload} prove={prove} />}
      {factors.length > 0 && <RecoverySection prove={prove} />}
      <PasswordSection prove={prove} />
      <EmailSection prove={prove} />
      {answer && (
        <ConfirmIdentity factors={factors} hasPasskey={passkeys.length > 0} onAnswer={answer} />
      )}
    </Stack>
  );
}
