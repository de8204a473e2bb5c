import { useSessionState } from '@homie/auth';
import { Link, useDocumentTitle } from '@homie/composition';
import { Button, Center, LinkButton, LoadingState, withName } from '@homie/ui';
import { useState, type ReactNode } from 'react';
import { AuthPage } from './auth-page';

/** Requests confirmation before a mailed link replaces the current session: the two may belong to different people. */
export function ReplaceSession({ children }: { children: ReactNode }) {
  const { status, session } = useSessionState();
  if (status === 'loading') {
    return (
      <Center as="main" minHeight="100dvh">
        <LoadingState label="Checking your link..." />
      </Center>
    );
  }
  return <Question email={session?.user.email}>{children}</Question>;
}

interface QuestionProps {
  /** The email of the user who is signed in when the link is opened. */
  email: string | undefined;
  children: ReactNode;
}

function Question({ email, children }: QuestionProps) {
  const [isOpen, setOpen] = useState(email !== undefined);
  if (!isOpen) return children;
  return <ContinueQuestion email={email ?? ''} onContinue={() => setOpen(false)} />;
}

function ContinueQuestion({ email, onContinue }: { email: string; onContinue: () => void }) {
  useDocumentTitle('Continue with this link?');
  return (
    <AuthPage
      title="Continue with this link?"
      subtitle={withName(
        `You're signed in as ${email}. This link signs you out here and continues with the account it was sent to.`,
        email,
      )}
    >
      <LinkButton asChild wide>
        <Link to="/app" replace>
          Stay signed in
        </Link>
      </LinkButton>
      <Button variant="outline" wide onClick={onContinue}>
        Continue with the link
      </Button>
    </AuthPage>
  );
}
