import { useAuth } from '@homie/auth';
import { useDocumentTitle, useNavigate } from '@homie/composition';
import { Center, LoadingState, toast } from '@homie/ui';
import { useEffect, useRef } from 'react';
import type { AuthLink } from '../../app/auth-link';
import { completeSignIn } from './complete-sign-in';

/** Where the link of a confirmation mail arrives: exchanges its code for a session and moves on. */
export function AuthCallback({ link }: { link: AuthLink }) {
  const auth = useAuth();
  const navigate = useNavigate();
  const begun = useRef(false);
  useDocumentTitle('Signing in');

  useEffect(() => {
    if (begun.current) return; // a code can be exchanged once
    begun.current = true;
    void completeSignIn(link, auth).then(({ to, error }) => {
      if (error) toast.error(error);
      return navigate(to, { replace: true });
    });
  }, [auth, link, navigate]);

  return (
    <Center as="main" minHeight="100dvh">
      <LoadingState label="Completing sign in..." />
    </Center>
  );
}
