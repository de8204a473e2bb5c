import { createContext, useContext } from 'react';

/** The mail that the user is waiting for. */
export interface Inbox {
  email: string;
  kind: 'confirmation' | 'reset' | 'link';
  /** Seconds until another mail can be requested; 0 if the mail was sent some time ago. */
  wait: number;
}

export const InboxContext = createContext<(inbox: Inbox) => void>(() => undefined);

/** Returns the function that replaces the forms with "Check your inbox". */
export function useShowInbox(): (inbox: Inbox) => void {
  return useContext(InboxContext);
}
