import type { Mail } from './mail.ts';

/** A mail that was stored instead of sent. */
export interface ReceivedMail extends Mail {
  sentAt: string;
}

/** Maximum number of stored mails. */
export const KEPT = 200;

/** Stores the last mails in memory instead of sending them. They contain live links: never on disk. */
export function createMailbox() {
  const mails: ReceivedMail[] = [];
  return {
    send: async (mail: Mail): Promise<void> => {
      mails.push({ ...mail, sentAt: new Date().toISOString() });
      if (mails.length > KEPT) mails.shift();
    },
    /** In sending order. */
    mails: (): readonly ReceivedMail[] => mails,
  };
}
