import { useSession } from '@homie/auth';
import { Text } from '@homie/ui';

/**
 * Returns the address that a mailed link is for. Until the link is spent, it is in the state of this history entry: see
 * `consumeAuthLink`. It may be of another user than the session, which it will replace.
 */
export function useLinkAddress(): string | undefined {
  const session = useSession();
  const { authLink } = (window.history.state ?? {}) as { authLink?: string };
  if (authLink === undefined) return session?.user.email;
  return new URLSearchParams(authLink).get('email') ?? undefined;
}

/** Says which address the link of this page is for, if it is known. */
export function LinkAddress() {
  const address = useLinkAddress();
  return (
    address && (
      <Text textAlign="center" translate="no" overflowWrap="anywhere">
        {address}
      </Text>
    )
  );
}
