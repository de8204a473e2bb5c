import { useAuth, useSessionState, type Auth, type AuthResult } from '@homie/auth';
import { useEnvironment, useLocation, useNavigate } from '@homie/composition';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuthLink } from '../../app/auth-link';

/** The verdict on a link for a new password. */
type LinkStatus = 'valid' | 'invalid' | 'unreachable';

/** The verdict on the result of a request. */
function verdictOn(result: AuthResult<unknown>): LinkStatus {
  if (result.ok) return 'valid';
  return result.failure.kind === 'unexpected' ? 'unreachable' : 'invalid';
}

/** Exchanges a code for a session, or names the account that tokens belong to. */
async function openLink(
  link: AuthLink,
  auth: Auth,
  isHosted: boolean,
): Promise<LinkStatus | { account: string }> {
  if (link.kind === 'code') return verdictOn(await auth.exchangeCode(link.code));
  if (link.kind !== 'tokens' || !isHosted) return 'invalid';
  const found = await auth.call((service) => service.getUser(link.accessToken));
  return found.ok ? { account: found.data.user.email ?? '' } : verdictOn(found);
}

/** Marks this entry of the history as opened by a valid link, so that a reload does not lose the form. */
export const OPENED = { recovery: 'opened' };

function wasOpened(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'recovery' in state;
}

/**
 * Opens the link once and returns the verdict. A token hash is spent by the form, on a button press. Tokens start a
 * session once the user has confirmed whose account it is: anyone can write a link with the tokens of their own account.
 * Only a Supabase project puts tokens into links.
 */
export function useOpenedLink(link: AuthLink): {
  linkStatus: LinkStatus | 'checking';
  /** The address of the account to confirm; undefined if there is nothing to confirm. */
  account: string | undefined;
  confirm: () => void;
  retry: () => void;
  reject: () => void;
} {
  const auth = useAuth();
  const { supabaseUrl } = useEnvironment();
  const { status, session } = useSessionState();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [linkStatus, setLinkStatus] = useState<LinkStatus | 'checking'>(
    link.kind === 'token-hash' && link.type === 'recovery' ? 'valid' : 'checking',
  );
  const [account, setAccount] = useState<string>();
  const started = useRef(false);
  const reloaded = link.kind === 'none' && wasOpened(state);

  const finish = useCallback(
    async (found: LinkStatus) => {
      if (found === 'valid') await navigate(pathname, { replace: true, state: OPENED });
      setLinkStatus(found);
    },
    [navigate, pathname],
  );

  useEffect(() => {
    if (reloaded || linkStatus !== 'checking' || started.current) return;
    started.current = true; // a link can be redeemed once
    void openLink(link, auth, supabaseUrl !== '').then((found) =>
      typeof found === 'string' ? finish(found) : setAccount(found.account),
    );
  }, [reloaded, linkStatus, link, auth, supabaseUrl, finish]);

  function confirm() {
    if (link.kind !== 'tokens') return;
    setAccount(undefined);
    void auth.setSessionFromTokens(link).then((result) => finish(verdictOn(result)));
  }

  function retry() {
    started.current = false;
    setLinkStatus('checking');
  }

  const actions = { account, confirm, retry, reject: () => setLinkStatus('invalid') };
  if (!reloaded) return { linkStatus, ...actions };
  const stored = session ? 'valid' : 'invalid';
  return { linkStatus: status === 'loading' ? 'checking' : stored, ...actions };
}
