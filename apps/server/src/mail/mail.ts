/** A mail, ready for delivery. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text with the link at its end. */
  text: string;
  /** The one address that the mail asks to open. */
  link: string;
  /** Label of the button that opens the link. */
  action: string;
}

/**
 * Finds out whether mails could be handed over now.
 * @throws when not
 */
export type CheckMail = () => Promise<void>;

/** Hands a mail over for delivery. */
export type SendMail = (mail: Mail) => Promise<void>;
