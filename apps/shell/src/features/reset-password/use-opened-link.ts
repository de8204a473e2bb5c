import { useAuth, useSessionState, type Auth, type AuthResult } from '@homie/auth';
import { useLocation, useNavigate } from '@homie/composition';
import { useEffect, useRef, useState } from 'react';
import type { AuthLink } from '../../app/auth-link';

/** The verdict on a link for a new password. */
type LinkStatus = 'valid' | 'invalid' | 'unreachable';

type Opening = Pick<Auth, 'exchangeCode' | 'setSessionFromTokens'>;

/** Exchanges tokens or a code for a session. A token hash is spent by the form, on a button press. */
async function openLink(link: AuthLink, auth: Opening): Promise<LinkStatus> {
  const result = await redeem(link, auth);
  if (result?.ok) return 'valid';
  return result?.failure.kind === 'unexpected' ? 'unreachable' : 'invalid';
}

async function redeem(link: AuthLink, auth: Opening): Promise<AuthResult | null> {
  switch (link.kind) {
    case 'tokens':
      return auth.setSessionFromTokens(link);
    case 'code':
      return auth.exchangeCode(link.code);
    default:
      return null;
  }
}

/** Marks this entry of the history as opened by a valid link, so that a reload does not lose the form. */
export const OPENED = { recovery: 'opened' };

function wasOpened(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'recovery' in state;
}

/** Opens the link once and returns the verdict. */
export function useOpenedLink(link: AuthLink): {
  linkStatus: LinkStatus | 'checking';
  retry: () => void;
  reject: () => void;
} {
  const auth = useAuth();
  const { status, session } = useSessionState();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [linkStatus, setLinkStatus] = useState<LinkStatus | 'checking'>(
    link.kind === 'token-hash' && link.type === 'recovery' ? 'valid' : 'checking',
  );
  const started = useRef(false);
  const reloaded = link.kind === 'none' && wasOpened(state);

  useEffect(() => {
    if (reloaded || linkStatus !== 'checking' || started.current) return;
    started.current = true; // a link can be redeemed once
    void openLink(link, auth).then(async (found) => {
      if (found === 'valid') await navigate(pathname, { replace: true, state: OPENED });
      setLinkStatus(found);
    });
  }, [reloaded, linkStatus, link, auth, navigate, pathname]);

  function retry() {
    started.current = false;
    setLinkStatus('checking');
  }

  const reject = () => setLinkStatus('invalid');
  if (!reloaded) return { linkStatus, retry, reject };
  const stored = session ? 'valid' : 'invalid';
  return { linkStatus: status === 'loading' ? 'checking' : stored, retry, reject };
}
