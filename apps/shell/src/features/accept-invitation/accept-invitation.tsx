import { useAuth } from '@homie/auth';
import { Link, useDocumentTitle, useEnvironment, useNavigate } from '@homie/composition';
import {
  acceptInvitationSchema,
  type AcceptInvitation as Values,
} from '@homie/contracts/authentication';
import { Form, LinkButton, SubmitButton, Text, TextField, toast, useFormValue } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import type { AuthLink } from '../../app/auth-link';
import { AuthPage } from '../../layout/auth-page';
import { LinkAddress, useRefuseOtherAccount } from '../../layout/link-address';
import { NewPasswordFields } from '../../layout/new-password-fields';
import { ReplaceSession } from '../../layout/replace-session';
import { reportFailure } from '../../layout/report-failure';

/** The screen that the link of an invitation opens: the user chooses a name and a password. */
export function AcceptInvitation({ link }: { link: AuthLink }) {
  return link.kind === 'token-hash' && link.type === 'invite' ? (
    <ReplaceSession>
      <Invitation tokenHash={link.tokenHash} name={link.name} />
    </ReplaceSession>
  ) : (
    <InvalidInvitation />
  );
}

interface InvitationProps {
  tokenHash: string;
  /** As the administrator wrote it. */
  name: string | undefined;
}

function Invitation({ tokenHash, name: invitedName = '' }: InvitationProps) {
  const auth = useAuth();
  const navigate = useNavigate();
  const { productName } = useEnvironment();
  const refuseOtherAccount = useRefuseOtherAccount();
  const isSpent = useRef(false);
  const [isInvalid, setIsInvalid] = useState(false);
  useDocumentTitle('Accept your invitation');

  async function accept({ name, password }: Values) {
    if (!isSpent.current) {
      const result = await auth.verifyTokenHash(tokenHash, 'invite');
      if (!result.ok) {
        const { kind, code } = result.failure;
        if (kind === 'refused' && code !== 'over_request_rate_limit' && code !== 'sso_required')
          return setIsInvalid(true);
        return reportFailure(result.failure);
      }
      if (refuseOtherAccount()) return setIsInvalid(true);
      isSpent.current = true;
    }
    const result = await auth.updatePassword(password, { display_name: name });
    if (!result.ok) return reportFailure(result.failure);
    toast.success({ title: `Welcome to ${productName}`, description: "You're signed in." });
    await navigate('/app', { replace: true });
  }

  if (isInvalid) return <InvalidInvitation />;
  return (
    <AuthPage
      title="Accept your invitation"
      subtitle={`Choose your name and a password for ${productName}.`}
    >
      <LinkAddress />
      <Form
        label="Accept your invitation"
        schema={acceptInvitationSchema}
        defaultValues={{
          name: sessionStorage.getItem(tokenHash) ?? invitedName,
          password: '',
          confirmPassword: '',
        }}
        onSubmit={accept}
      >
        <StoreName tokenHash={tokenHash} />
        <TextField<Values> name="name" label="Name" autoComplete="name" maxLength={80} required />
        <NewPasswordFields rule="placeholder" />
        <SubmitButton<Values>
          wide
          busyLabel="Accepting..."
          disabledWhenEmpty={['name', 'password', 'confirmPassword']}
        >
          Accept the invitation
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}

/**
 * Stores the name of the form around it while the form is on the page: on phones, the page often reloads when the user
 * returns from another app. A reload does not unmount the form.
 */
function StoreName({ tokenHash }: Pick<InvitationProps, 'tokenHash'>) {
  const name = useFormValue<Values, 'name'>('name');
  useEffect(() => {
    try {
      sessionStorage.setItem(tokenHash, name);
    } catch {
      // The browser does not save it: a reload loses the typed name.
    }
    return () => sessionStorage.removeItem(tokenHash);
  }, [tokenHash, name]);
  return null;
}

/** The screen of an invitation that was used or revoked, or has expired. */
function InvalidInvitation() {
  useDocumentTitle('Invitation');
  return (
    <AuthPage
      title="This invitation no longer works"
      subtitle="It has been used, was revoked, or has expired."
    >
      <Text textAlign="center">
        If you have chosen a password already, sign in. If not, ask the person who invited you for a
        new invitation.
      </Text>
      <LinkButton asChild wide>
        <Link to="/auth/sign-in" replace>
          Sign in
        </Link>
      </LinkButton>
    </AuthPage>
  );
}
