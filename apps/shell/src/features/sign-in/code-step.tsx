import { useAuth, type Session } from '@homie/auth';
import { useDocumentTitle, useEnvironment } from '@homie/composition';
import { Button, Text, toast, VStack } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { CodeForm } from './code-form';
import { PasskeyButton } from './passkey-button';
import type { SecondStepProps } from './passkey-step';
import { RecoveryForm } from './recovery-form';
import { useRecoveryWelcome } from './use-recovery-welcome';
import { WELCOME } from './welcome';

/** The session that needs the code, and what follows. */
export interface CodeStepProps extends SecondStepProps {
  session: Session;
}

/** Asks for a second factor: the code of an authenticator app, a passkey, or a recovery code. */
export default function CodeStep({ session, onVerified, back }: CodeStepProps) {
  const auth = useAuth();
  const { productName, passkeys } = useEnvironment();
  const welcomeWithCode = useRecoveryWelcome();
  const [hasLostDevice, setLostDevice] = useState(false);
  const title = hasLostDevice ? 'Enter a recovery code' : 'Enter your code';
  useDocumentTitle(title);
  const form = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [hasLostDevice]);
  return (
    <AuthPage
      title={title}
      subtitle={
        hasLostDevice
          ? 'Enter one of the recovery codes that you saved when you set up your authenticator app.'
          : `Open your authenticator app and enter the code for ${productName}.`
      }
    >
      <Text textAlign="center" translate="no" overflowWrap="anywhere">
        {session.user.email}
      </Text>
      <div ref={form}>
        {hasLostDevice ? (
          <RecoveryForm onVerified={onVerified ?? (() => void welcomeWithCode())} />
        ) : (
          <CodeForm session={session} onVerified={onVerified ?? (() => toast.success(WELCOME))} />
        )}
      </div>
      <VStack gap="1" alignItems="stretch">
        <PasskeyButton isOffered={passkeys} alternative="enter your code" onSignedIn={onVerified}>
          Use a passkey
        </PasskeyButton>
        <Button variant="ghost" onClick={() => setLostDevice(!hasLostDevice)}>
          {hasLostDevice ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
        <Button variant="ghost" onClick={back?.onPress ?? (() => auth.signOut())}>
          {back?.label ?? 'Sign in as someone else'}
        </Button>
      </VStack>
    </AuthPage>
  );
}
