import { useAuth, useSession } from '@homie/auth';
import { useDocumentTitle } from '@homie/composition';
import { Button, Text, VStack } from '@homie/ui';
import { AuthPage } from '../../layout/auth-page';
import { isSupported, PasskeyButton } from './passkey-button';

const SUPPORTED = 'Confirm with the passkey on your phone, computer or security key.';
const UNSUPPORTED =
  'This browser does not support passkeys. Use another browser or device, or ask an administrator to reset your second factor.';

const INSECURE =
  'Passkeys need an address that starts with https://. Open such an address, or ask an administrator to reset your second factor.';

/** The actions of a step that asks for a second factor. */
export interface SecondStepProps {
  /** Replaces the welcome once the session has passed its second factor. */
  onVerified?: () => void;
  /** The way back, instead of the sign-out. */
  back?: { label: string; onPress: () => void };
}

/** The second step of signing in for users whose only second factor is a passkey. */
export default function PasskeyStep({ onVerified, back }: SecondStepProps) {
  const auth = useAuth();
  const email = useSession()?.user.email;
  useDocumentTitle('Use your passkey');
  const reason = window.isSecureContext === false ? INSECURE : UNSUPPORTED;
  return (
    <AuthPage
      title="Use your passkey"
      subtitle={`Your password alone does not open this account. ${isSupported ? SUPPORTED : reason}`}
    >
      {email && (
        <Text textAlign="center" translate="no" overflowWrap="anywhere">
          {email}
        </Text>
      )}
      <VStack gap="1" alignItems="stretch">
        <PasskeyButton isOffered alternative="ask an administrator" onSignedIn={onVerified}>
          Use a passkey
        </PasskeyButton>
        <Button
          variant={isSupported ? 'ghost' : 'outline'}
          onClick={back?.onPress ?? (() => auth.signOut())}
        >
          {back?.label ?? (isSupported ? 'Sign in as someone else' : 'Sign out')}
        </Button>
      </VStack>
    </AuthPage>
  );
}
