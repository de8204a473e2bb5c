import { useAuth, useSessionState } from '@homie/auth';
import { useLocation, useNavigate } from '@homie/composition';
import { useEffect, useRef, useState } from 'react';
import type { AuthLink } from '../../app/auth-link';
import { openLink, type LinkStatus } from './open-link';

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
