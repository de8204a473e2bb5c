import { useAuth, useSessionState } from '@homie/auth';
import { useLocation, useNavigate } from '@homie/composition';
import { useEffect, useRef, useState } from 'react';
import type { AuthLink } from '../../app/auth-link';
import { openLink, type LinkVerdict } from './open-link';

/** Marks this entry of the history as opened by a valid link, so that a reload does not lose the form. */
const OPENED = { recovery: 'opened' };

function wasOpened(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'recovery' in state;
}

/** Opens the link once and says what it was worth. */
export function useOpenedLink(link: AuthLink): {
  verdict: LinkVerdict | 'checking';
  retry: () => void;
} {
  const auth = useAuth();
  const { status, session } = useSessionState();
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [verdict, setVerdict] = useState<LinkVerdict | 'checking'>('checking');
  const begun = useRef(false);
  const reloaded = link.kind === 'none' && wasOpened(state);

  useEffect(() => {
    if (verdict !== 'checking' || begun.current) return;
    if (reloaded) {
      if (status === 'finished') setVerdict(session ? 'valid' : 'invalid');
      return;
    }
    begun.current = true; // a link can be redeemed once
    void openLink(link, auth).then(async (worth) => {
      if (worth === 'valid') await navigate(pathname, { replace: true, state: OPENED });
      setVerdict(worth);
    });
  }, [verdict, reloaded, status, session, link, auth, navigate, pathname]);

  function retry() {
    begun.current = false;
    setVerdict('checking');
  }

  return { verdict, retry };
}
