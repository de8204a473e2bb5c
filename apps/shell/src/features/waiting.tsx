import { listAssistants, useApi, useQuery } from '@homie/api-client';
import { Link, useDocumentTitle, useEnvironment } from '@homie/composition';
import { LinkButton, Text, TextLink, VStack, withName } from '@homie/ui';
import { useEffect } from 'react';
import { AuthPage } from '../layout/auth-page';

/** The interval at which the screen checks for the approval, in milliseconds. */
const CHECK_MS = 5_000;

/** The screen of a user who waits for approval: what happens next, and whom to ask. Continues once approved. */
export default function Waiting({ email }: { email: string | undefined }) {
  const { productName, contact } = useEnvironment();
  const api = useApi();
  useDocumentTitle('Waiting for approval');
  const access = useQuery({
    queryKey: ['access', 'approved', email],
    queryFn: ({ signal }) => listAssistants(api, { limit: 1 }, signal),
    refetchInterval: CHECK_MS,
    retry: false,
    gcTime: 0,
  });
  // Everything that was requested before failed: the page starts again.
  useEffect(() => {
    if (access.isSuccess) window.location.reload();
  }, [access.isSuccess]);

  return (
    <AuthPage
      title="Waiting for approval"
      {...(email !== undefined && { subtitle: withName(`You're signed in as ${email}.`, email) })}
    >
      <VStack gap="3" alignItems="stretch">
        <Text>
          An administrator has to approve your account before you can use{' '}
          <span translate="no">{productName}</span>. You don't need to do anything: this page
          continues by itself when that is done.
        </Text>
        <Text tone="muted" overflowWrap="anywhere">
          {contact === null ? (
            'If it takes long, ask your administrator.'
          ) : (
            <span>
              If it takes long, contact{' '}
              <TextLink translate="no" href={contact.includes('@') ? `mailto:${contact}` : contact}>
                {contact}
              </TextLink>
            </span>
          )}
        </Text>
      </VStack>
      <LinkButton asChild variant="outline" wide>
        <Link to="/auth/sign-out">Sign out</Link>
      </LinkButton>
    </AuthPage>
  );
}
