import { describeDevice } from '@homie/widgets';
import type { Passkey } from './use-passkeys';

/** The name that the server gives to a passkey of an authenticator that it does not know. */
export const UNNAMED = 'Passkey';

/** Returns a name for a passkey of this device, e.g. 'Chrome on Linux', with a number if another passkey has it. */
export function suggestPasskeyName(userAgent: string, passkeys: readonly Passkey[]): string {
  const device = describeDevice(userAgent);
  const names = new Set(passkeys.map(({ name }) => name));
  let [name, number] = [device, 1];
  while (names.has(name)) name = `${device} ${(number += 1)}`;
  return name;
}
