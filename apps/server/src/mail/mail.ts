/** A mail, ready for delivery. */
export interface Mail {
  to: string;
  subject: string;
  /** Plain text with the link at its end. */
  text: string;
  /** The one address that the mail links to. */
  link: string;
  /** Label of the button that opens the link. */
  action: string;
}

/**
 * Checks whether mails could be sent now.
 * @throws if they could not
 */
export type CheckMail = () => Promise<void>;

/** Sends a mail for delivery. */
export type SendMail = (mail: Mail) => Promise<void>;
