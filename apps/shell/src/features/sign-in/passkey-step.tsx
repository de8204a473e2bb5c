import { useAuth } from '@homie/auth';
import { useDocumentTitle } from '@homie/composition';
import { Button, VStack } from '@homie/ui';
import { AuthPage } from '../../layout/auth-page';
import { isSupported, PasskeyButton } from './passkey-button';

const SUPPORTED = 'Confirm with the passkey on your phone, computer or security key.';
const UNSUPPORTED =
  'This browser does not support passkeys. Use another browser or device, or ask an administrator to reset your second factor.';

/** The second step of signing in for users whose only second factor is a passkey. */
export default function PasskeyStep() {
  const auth = useAuth();
  useDocumentTitle('Use your passkey');
  return (
    <AuthPage
      title="Use your passkey"
      subtitle={`Your password alone does not open this account. ${isSupported ? SUPPORTED : UNSUPPORTED}`}
    >
      <VStack gap="1" alignItems="stretch">
        <PasskeyButton isOffered alternative="ask an administrator">
          Use a passkey
        </PasskeyButton>
        <Button variant={isSupported ? 'ghost' : 'outline'} onClick={() => auth.signOut()}>
          {isSupported ? 'Sign in as someone else' : 'Sign out'}
        </Button>
      </VStack>
    </AuthPage>
  );
}
