/** Validity of the file. RFC 9116 advises less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** Contact for reports of vulnerabilities in this installation. */
export interface SecurityContact {
  /** An email or web address. */
  contact?: string | undefined;
  /** The address of the site. */
  siteUrl?: string | undefined;
}

/**
 * Formats `security.txt` (RFC 9116). It allows web addresses over https only.
 * @returns undefined if there is no contact that the file may name
 */
export function formatSecurityTxt(
  { contact, siteUrl }: SecurityContact,
  now = new Date(),
): string | undefined {
  if (contact === undefined || /^http:/i.test(contact)) return undefined;
  const isHttps = siteUrl !== undefined && /^https:/i.test(siteUrl);
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS);
  return [
    `Contact: ${/^https:/i.test(contact) ? new URL(contact).href : `mailto:${encodeURI(contact)}`}`,
    `Expires: ${expires.toISOString().slice(0, 19)}Z`,
    ...(isHttps ? [`Canonical: ${new URL(SECURITY_TXT_PATH, siteUrl).href}`] : []),
    '',
  ].join('\n');
}
