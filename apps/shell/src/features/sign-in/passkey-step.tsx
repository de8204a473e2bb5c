import { useAuth } from '@homie/auth';
import { useDocumentTitle } from '@homie/composition';
import { Button, VStack } from '@homie/ui';
import { AuthPage } from '../../layout/auth-page';
import { PasskeyButton } from './passkey-button';

/** The second step of signing in for users whose only second factor is a passkey. */
export function PasskeyStep() {
  const auth = useAuth();
  useDocumentTitle('Use your passkey');
  return (
    <AuthPage
      title="Use your passkey"
      subtitle="Your password alone does not open this account. Confirm with the passkey on your phone, computer or security key."
    >
      <VStack gap="1" alignItems="stretch">
        <PasskeyButton isOffered alternative="ask an administrator">
          Use a passkey
        </PasskeyButton>
        <Button variant="ghost" onClick={() => auth.signOut()}>
          Sign in as someone else
        </Button>
      </VStack>
    </AuthPage>
  );
}
