import { useSessionState, type Auth } from '@homie/auth';
import { useEnvironment, type SignInProvider } from '@homie/composition';
import { Box, Button, HStack, Separator, Text, VStack } from '@homie/ui';
import { findProvider } from '@homie/widgets';
import { storeReturnState } from '../../app/stored-return';
import { reportFailure } from '../../layout/report-failure';

/**
 * Opens the page of an identity provider, which sends the browser back to /auth/callback: in a new tab if the screen of a
 * lost session waits behind sign-in, because it would not survive leaving the page.
 * @param returnState of the sign-in screen, for after that
 */
export async function openProvider(
  auth: Pick<Auth, 'call' | 'store'>,
  provider: SignInProvider,
  email: string,
  returnState: unknown,
): Promise<void> {
  storeReturnState(returnState ?? null);
  const result = await auth.call((service) =>
    service.signInWithOAuth({
      provider: `custom:${provider.id}`,
      options: {
        redirectTo: `${window.location.origin}/auth/callback`,
        skipBrowserRedirect: true,
        ...(findProvider([provider], email) && { queryParams: { login_hint: email } }),
      },
    }),
  );
  if (!result.ok) return reportFailure(result.failure);
  const { url } = result.data;
  if (auth.store.getState().ended?.reason !== 'lost' || !window.open(url)) location.assign(url);
}

interface ProviderChoicesProps {
  /** The provider of the email's domain, to which the form leads already. */
  provider: SignInProvider | undefined;
  onChoose: (provider: SignInProvider) => Promise<void>;
  onUsePassword: () => void;
}

/** The other ways to sign in: a button for each identity provider, or the password instead of the chosen one. */
export default function ProviderChoices(props: ProviderChoicesProps) {
  const { provider, onChoose, onUsePassword } = props;
  const { providers } = useEnvironment();
  const isLost = useSessionState().ended?.reason === 'lost';
  const newTab = isLost && (
    <Text size="sm" tone="muted" textAlign="center">
      This opens a new tab, so that what you typed here is not lost.
    </Text>
  );
  if (provider?.only) {
    return (
      <>
        <Text size="sm" tone="muted" textAlign="center">
          Your organisation signs in with <span translate="no">{provider.name}</span>. You don't
          need a password here.
        </Text>
        {newTab}
      </>
    );
  }
  return (
    <VStack gap="3" alignItems="stretch">
      <HStack gap="3">
        <Separator flex="1" />
        <Text size="sm" tone="muted">
          {provider ? 'or' : 'or continue with'}
        </Text>
        <Separator flex="1" />
      </HStack>
      {provider ? (
        <Button variant="outline" wide onClick={onUsePassword}>
          Use a password instead
        </Button>
      ) : (
        // Side by side where their names fit: all of them are visible without scrolling.
        <Box
          display="grid"
          gap="3"
          gridTemplateColumns="repeat(auto-fit, minmax(min(9rem, 100%), 1fr))"
        >
          {providers.map((each) => (
            <Button
              key={each.id}
              variant="outline"
              aria-label={`Continue with ${each.name}`}
              onClick={() => onChoose(each)}
            >
              {each.name}
            </Button>
          ))}
        </Box>
      )}
      {newTab}
    </VStack>
  );
}
