import { Link, Navigate, useDocumentTitle } from '@homie/composition';
import { Button, Center, ErrorState, LinkButton, LoadingState, toast } from '@homie/ui';
import type { AuthLink } from '../../app/auth-link';
import { AuthPage } from '../../layout/auth-page';
import { ReplaceSession } from '../../layout/replace-session';
import { NewPasswordForm, type SecondStep } from './new-password-form';
import { useOpenedLink } from './use-opened-link';
import { useEffect, useRef } from 'react';

/** Reports that the link is invalid and redirects to sign-in, where the user can request a new one. */
function InvalidLink() {
  const announced = useRef(false);
  useEffect(() => {
    if (announced.current) return;
    announced.current = true;
    toast.error({
      title: 'Invalid reset link',
      description: 'This password reset link is invalid or has expired.',
    });
  }, []);
  return <Navigate to="/auth/sign-in" replace />;
}

interface ResetPasswordProps {
  link: AuthLink;
  SecondStep: SecondStep;
}

/** The screen that the link of a reset mail opens. */
export function ResetPassword({ link, SecondStep }: ResetPasswordProps) {
  const screen = <NewPassword link={link} SecondStep={SecondStep} />;
  return link.kind === 'token-hash' || link.kind === 'tokens' ? (
    <ReplaceSession>{screen}</ReplaceSession>
  ) : (
    screen
  );
}

function NewPassword({ link, SecondStep }: ResetPasswordProps) {
  const { linkStatus, account, confirm, retry, reject } = useOpenedLink(link);
  useDocumentTitle('Reset password');

  if (account !== undefined) {
    return (
      <AuthPage
        key="confirm"
        title="Continue with this link?"
        subtitle={`This link signs you in as ${account}. Continue only if you requested it and this is your account.`}
      >
        <LinkButton asChild wide>
          <Link to="/auth/sign-in" replace>
            Back to sign in
          </Link>
        </LinkButton>
        <Button variant="outline" wide onClick={confirm}>
          Continue as <span translate="no">{account}</span>
        </Button>
      </AuthPage>
    );
  }
  if (linkStatus === 'checking') {
    return (
      <Center as="main" minHeight="100dvh">
        <LoadingState label="Checking your link..." />
      </Center>
    );
  }
  if (linkStatus === 'invalid') return <InvalidLink />;
  if (linkStatus === 'unreachable') {
    return (
      <Center as="main" minHeight="100dvh">
        <ErrorState
          headingAs="h1"
          title="Your link could not be checked"
          description="The connection failed. Your link still works: try again."
          onRetry={retry}
        />
      </Center>
    );
  }
  return (
    <NewPasswordForm
      tokenHash={link.kind === 'token-hash' ? link.tokenHash : null}
      onInvalidLink={reject}
      SecondStep={SecondStep}
    />
  );
}
