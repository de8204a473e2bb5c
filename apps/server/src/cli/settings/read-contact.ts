/**
 * Reads HOMIE_CONTACT, an email or web address.
 * @throws Error with a message that names the expected value
 */
export function readContact(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isEmail = /^[^\s@:/?#]+@[^\s@:/?#]+$/.test(text);
  const isPage =
    !text.includes('@') && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (isEmail || isPage) return text;
  throw new Error(
    'Set HOMIE_CONTACT to an email or web address, like help@homie.example or https://homie.example/help',
  );
}
