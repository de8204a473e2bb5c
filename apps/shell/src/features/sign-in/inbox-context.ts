import { createContext, useContext } from 'react';

/** The mail that the user is waiting for. */
export interface Inbox {
  email: string;
  kind: 'confirmation' | 'reset';
  /** False if the mail was sent some time ago: another one can be requested at once. */
  isJustSent: boolean;
}

export const InboxContext = createContext<(inbox: Inbox) => void>(() => undefined);

/** Returns the function that replaces the forms with "Check your inbox". */
export function useShowInbox(): (inbox: Inbox) => void {
  return useContext(InboxContext);
}
