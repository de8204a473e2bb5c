import { useAuth, type Session } from '@homie/auth';
import { useDocumentTitle, useEnvironment } from '@homie/composition';
import { Button, VStack } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { CodeForm } from './code-form';
import { PasskeyButton } from './passkey-button';
import { RecoveryForm } from './recovery-form';

/** The second step of signing in: the code of an authenticator app, a passkey, or a recovery code. */
export default function CodeStep({ session }: { session: Session }) {
  const auth = useAuth();
  const { productName, passkeys } = useEnvironment();
  const [hasLostDevice, setLostDevice] = useState(false);
  useDocumentTitle('Enter your code');
  const form = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [hasLostDevice]);
  return (
    <AuthPage
      title="Enter your code"
      subtitle={
        hasLostDevice
          ? 'Enter one of the recovery codes that you saved when you set up your authenticator app.'
          : `Open your authenticator app and enter the code for ${productName}.`
      }
    >
      <div ref={form}>{hasLostDevice ? <RecoveryForm /> : <CodeForm session={session} />}</div>
      <VStack gap="1" alignItems="stretch">
        <PasskeyButton isOffered={passkeys} alternative="enter your code">
          Use a passkey
        </PasskeyButton>
        <Button variant="ghost" onClick={() => setLostDevice(!hasLostDevice)}>
          {hasLostDevice ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
        <Button variant="ghost" onClick={() => auth.signOut()}>
          Sign in as someone else
        </Button>
      </VStack>
    </AuthPage>
  );
}
