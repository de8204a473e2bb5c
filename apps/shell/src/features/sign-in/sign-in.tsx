import { useSession } from '@homie/auth';
import { useLocation } from '@homie/composition';
import { useState } from 'react';
import { CheckInbox } from './check-inbox';
import { InboxContext, type Inbox } from './inbox-context';
import { SignInScreen, type SignInTab } from './sign-in-screen';

/**
 * The sign-in screen, or "Check your inbox" once one of its forms has requested a mail. `#sign-up` opens the second
 * tab.
 */
export function SignIn() {
  const session = useSession();
  const { hash } = useLocation();
  const [inbox, setInbox] = useState<Inbox | null>(null);
  const [tab, setTab] = useState<SignInTab>(hash === '#sign-up' ? 'sign-up' : 'sign-in');
  // Survives a change of tab, and "Use another address": one letter of it may be wrong.
  const [email, setEmail] = useState('');
  if (inbox && !session) return <CheckInbox {...inbox} onBack={() => setInbox(null)} />;
  return (
    <InboxContext.Provider value={setInbox}>
      <SignInScreen tab={tab} onTabChange={setTab} initialEmail={email} onEmailChange={setEmail} />
    </InboxContext.Provider>
  );
}
