import { useSession } from '@homie/auth';
import { useState } from 'react';
import { CheckInbox } from './check-inbox';
import { InboxContext, type Inbox } from './inbox-context';
import { SignInScreen } from './sign-in-screen';

/** The sign-in screen, or "Check your inbox" once one of its forms has had a mail sent. */
export function SignIn() {
  const session = useSession();
  const [inbox, setInbox] = useState<Inbox | null>(null);
  if (inbox && !session) return <CheckInbox {...inbox} onBack={() => setInbox(null)} />;
  return (
    <InboxContext.Provider value={setInbox}>
      <SignInScreen />
    </InboxContext.Provider>
  );
}
