import { useAuth, useSession } from '@homie/auth';
import { Text } from '@homie/ui';

/**
 * Returns the address that a mailed link is for. Until the link is spent, it is in the state of this history entry: see
 * `consumeAuthLink`. It may be of another user than the session, which it will replace.
 */
export function useLinkAddress(): string | undefined {
  const session = useSession();
  return unspentLink() !== undefined ? addressOfLink() : session?.user.email;
}

/** The link of this history entry; undefined once it is spent. */
function unspentLink(): string | undefined {
  return ((window.history.state ?? {}) as { authLink?: string }).authLink;
}

function addressOfLink(): string | undefined {
  return new URLSearchParams(unspentLink()).get('email') ?? undefined;
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

/**
 * Returns a function that ends the session that a link has started if it belongs to another account than the page
 * showed, and returns whether it did: the address of a link is not part of what the server signed.
 */
export function useRefuseOtherAccount(): () => boolean {
  const auth = useAuth();
  const address = addressOfLink()?.toLowerCase();
  return () => {
    const email = auth.store.getState().session?.user.email?.toLowerCase();
    if (address === undefined || email === undefined || email === address) return false;
    auth.signOut();
    return true;
  };
}
