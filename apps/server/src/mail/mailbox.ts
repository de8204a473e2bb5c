import type { Mail } from './mail.ts';

/** A mail that was kept. */
export interface ReceivedMail extends Mail {
  sentAt: string;
}

/** So many of the last ones. */
export const KEPT = 200;

/** Keeps the last mails in memory in place of sending them. They hold live links: never on disk. */
export function createMailbox() {
  const mails: ReceivedMail[] = [];
  return {
    send: async (mail: Mail): Promise<void> => {
      mails.push({ ...mail, sentAt: new Date().toISOString() });
      if (mails.length > KEPT) mails.shift();
    },
    /** In the order they were sent. */
    mails: (): readonly ReceivedMail[] => mails,
  };
}
