import { useAuth } from '@homie/auth';
import { Link, useDocumentTitle, useEnvironment, useNavigate } from '@homie/composition';
import { Button, LinkButton, Text, toast, VStack } from '@homie/ui';
import { useState } from 'react';
import { AuthPage } from '../../layout/auth-page';
import { reportFailure } from '../../layout/report-failure';

/** Where a session ends: on the button, not before. */
export function SignOut() {
  const auth = useAuth();
  const { productName } = useEnvironment();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  useDocumentTitle('Sign out');

  async function signOut() {
    setBusy(true);
    const result = await auth.signOut();
    setBusy(false);
    if (result.ok) {
      toast.success({ title: 'Signed out', description: 'You have been successfully signed out.' });
      await navigate('/auth/sign-in', { replace: true });
      return;
    }
    reportFailure(result.failure, 'An unexpected error occurred.');
  }

  return (
    <AuthPage title={productName} subtitle="You have been signed out successfully">
      <Text textAlign="center">Thank you for using the product. Your session has been ended.</Text>
      <VStack gap="3" alignItems="stretch">
        <Button wide busy={busy} busyLabel="Signing out..." onClick={signOut}>
          Complete Sign Out
        </Button>
        <LinkButton asChild variant="ghost" wide>
          <Link to="/auth/sign-in">Sign In Again</Link>
        </LinkButton>
      </VStack>
    </AuthPage>
  );
}
