const ROLES = ['support_worker', 'office', 'admin'] as const;

/** Access of the organisation's directory. */
export interface ScimSettings {
  /** Bearer token that the directory sends. */
  token: string;
  /** The highest role that a group of the directory may give. */
  roleLimit: (typeof ROLES)[number];
}

/** No blanks, and as many characters as no one guesses. */
const TOKEN = /^[\x21-\x7e]{32,512}$/;

/**
 * Reads the settings of provisioning.
 * @param text returns a variable of the process, or undefined
 * @throws Error with a message that never contains the token
 */
export function readScimSettings(
  text: (name: string) => string | undefined,
): ScimSettings | undefined {
  const token = text('HOMIE_SCIM_TOKEN');
  const limit = text('HOMIE_SCIM_ROLE_LIMIT');
  if (token === undefined) {
    if (limit === undefined) return undefined;
    throw new Error('HOMIE_SCIM_ROLE_LIMIT has no effect without HOMIE_SCIM_TOKEN.');
  }
  if (!TOKEN.test(token))
    throw new Error(
      'HOMIE_SCIM_TOKEN must have 32 to 512 letters, digits or signs, without blanks',
    );
  const roleLimit = ROLES.find((role) => role === (limit ?? 'office'));
  if (!roleLimit) throw new Error('HOMIE_SCIM_ROLE_LIMIT must be support_worker, office or admin');
  return { token, roleLimit };
}
