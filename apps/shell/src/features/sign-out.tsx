import { hasUnsentWork, useAuth, useSessionState } from '@homie/auth';
import { Link, Navigate, useDocumentTitle, useEnvironment, useNavigate } from '@homie/composition';
import { Button, LinkButton, LoadingState, Text, toast, VStack } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import { AuthPage } from '../layout/auth-page';
import { reportFailure } from '../layout/report-failure';

/** Ends the session when the screen opens, once. Redirects to sign-in if there is no session. */
export default function SignOut() {
  const auth = useAuth();
  const navigate = useNavigate();
  const { status, session, ended } = useSessionState();
  const isStarted = useRef(false);
  useDocumentTitle('Sign out');

  useEffect(() => {
    if (!session) return;
    // A session that appears later was started in another tab, and is not ours to end.
    if (isStarted.current) void navigate('/app', { replace: true });
    else auth.signOut();
    isStarted.current = true;
  }, [auth, session, navigate]);

  if (status === 'loading' || session) return <LoadingState fullScreen label="Loading..." />;
  return ended?.reason === 'signed-out' ? (
    <SignedOut userId={ended.userId} />
  ) : (
    <Navigate to="/auth/sign-in" replace />
  );
}

function SignedOut({ userId }: { userId: string | undefined }) {
  const auth = useAuth();
  const { productName } = useEnvironment();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function complete() {
    setBusy(true);
    const result = await auth.completeSignOut();
    setBusy(false);
    if (!result.ok) return reportFailure(result.failure, 'An unexpected error occurred.');
    toast.success({ title: 'Signed out', description: 'You have been successfully signed out.' });
    return navigate('/auth/sign-in', { replace: true });
  }

  return (
    <AuthPage title={productName} subtitle="You have been signed out successfully">
      <Text textAlign="center">Thank you for using the product. Your session has been ended.</Text>
      {userId && hasUnsentWork(userId) && (
        <Text textAlign="center">
          Messages you have not sent are still in this browser. Complete Sign Out deletes them. To
          send them, sign in again.
        </Text>
      )}
      <VStack gap="3" alignItems="stretch">
        <Button wide busy={busy} busyLabel="Signing out..." onClick={complete}>
          Complete Sign Out
        </Button>
        <LinkButton asChild variant="ghost" wide>
          <Link to="/auth/sign-in">Sign In Again</Link>
        </LinkButton>
      </VStack>
    </AuthPage>
  );
}
