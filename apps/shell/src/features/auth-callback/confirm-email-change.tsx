import { useAuth } from '@homie/auth';
import { Link, useDocumentTitle } from '@homie/composition';
import { Button, LinkButton } from '@homie/ui';
import { useState } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { reportFailure } from '../../layout/report-failure';

const STEPS = {
  waiting: {
    title: 'Confirm the change',
    subtitle: 'Press the button to confirm the new email address of your account.',
  },
  halfway: {
    title: 'One more link to open',
    subtitle:
      'This address is confirmed. Confirm at the other address as well: open the link in the email that we sent there.',
  },
  changed: {
    title: 'Email address changed',
    subtitle: 'From now on, sign in with the new address.',
  },
  invalid: {
    title: 'This link no longer works',
    subtitle:
      'It has been used, replaced or cancelled, or has expired. Your settings show which address your account has.',
  },
};

/** Confirms one of the two links of a changed email address on a button press. Needs no session: see decision 135. */
export default function ConfirmEmailChange({ tokenHash }: { tokenHash: string }) {
  const auth = useAuth();
  const [step, setStep] = useState<keyof typeof STEPS>('waiting');
  const [busy, setBusy] = useState(false);
  useDocumentTitle(STEPS[step].title);

  async function confirm() {
    setBusy(true);
    const type = 'email_change';
    const result = await auth.call((service) => service.verifyOtp({ type, token_hash: tokenHash }));
    setBusy(false);
    if (result.ok) {
      setStep(result.data.user ? 'changed' : 'halfway');
      // The session of this browser has the former address.
      if (result.data.user && auth.store.getState().session)
        await auth.call((service) => service.refreshSession());
    } else if (result.failure.code === 'otp_expired') setStep('invalid');
    else reportFailure(result.failure);
  }

  return (
    <AuthPage {...STEPS[step]}>
      {step === 'waiting' ? (
        <Button wide busy={busy} busyLabel="Confirming..." onClick={() => void confirm()}>
          Confirm the change
        </Button>
      ) : (
        <LinkButton asChild wide>
          <Link to="/account/security" replace>
            Open settings
          </Link>
        </LinkButton>
      )}
    </AuthPage>
  );
}
