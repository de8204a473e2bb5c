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
 * Delivers a mail.
 * @param id the same for each attempt, so that a repeated delivery is recognisable
 */
export type SendMail = (mail: Mail, id: string) => Promise<void>;
