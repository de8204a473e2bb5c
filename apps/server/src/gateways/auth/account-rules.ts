import { PASSWORD_MIN_LENGTH } from '@homie/contracts';
import { PASSWORD_MAX_BYTES } from '@homie/contracts/requests';
import type { PasswordRules } from './password-rules.ts';

/** Who needs a second factor: those who have one, also all administrators, or everyone. */
export type SecondFactorRule = 'optional' | 'admins' | 'all';

/** Limits of a session, in minutes. */
export interface SessionLimits {
  /** Without a request for so long, the session ends. */
  idleMinutes?: number;
  /** Ends the session, however much it is used. */
  maxMinutes?: number;
}

/** The rules of an environment for accounts. */
export interface AccountRules {
  secondFactor: SecondFactorRule;
  sessions: SessionLimits;
  passwords: PasswordRules;
  /** Users may add passkeys and sign in with them. */
  passkeys: boolean;
}

const RULES: readonly SecondFactorRule[] = ['optional', 'admins', 'all'];
const MINUTES = { m: 1, h: 60, d: 24 * 60 };
/** An open page sends a request at least so often. */
const SHORTEST_MINUTES = 5;

function readMinutes(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const minutes =
    Number(count) * (unit === 'm' || unit === 'h' || unit === 'd' ? MINUTES[unit] : 0);
  if (minutes < SHORTEST_MINUTES)
    throw new Error(`${name} must be a time from ${SHORTEST_MINUTES}m on, such as 30m, 12h or 30d`);
  return minutes;
}

function readPasswordRules(
  least = String(PASSWORD_MIN_LENGTH),
  service: string | undefined,
): PasswordRules {
  const minLength = Number(least);
  if (
    !Number.isInteger(minLength) ||
    minLength < PASSWORD_MIN_LENGTH ||
    minLength > PASSWORD_MAX_BYTES
  )
    throw new Error(`PASSWORD_MIN must be from ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_BYTES}`);
  if (service === undefined) return { minLength };
  const breaches = URL.canParse(service) ? new URL(service) : undefined;
  if (!breaches || !/^https?:$/.test(breaches.protocol))
    throw new Error(
      'PASSWORD_BREACHES must be a web address, such as https://api.pwnedpasswords.com/range/',
    );
  return { minLength, breaches };
}

/**
 * Reads `MFA`, `SESSION_IDLE`, `SESSION_MAX`, `PASSWORD_MIN`, `PASSWORD_BREACHES` and `PASSKEYS`.
 * @param text returns a variable of the process, or undefined
 * @throws if one is not valid
 */
export function readAccountRules(text: (name: string) => string | undefined): AccountRules {
  const demand = text('MFA') ?? 'optional';
  const secondFactor = RULES.find((rule) => rule === demand);
  if (!secondFactor) throw new Error('MFA must be optional, admins or all');
  const passkeys = text('PASSKEYS') ?? 'on';
  if (passkeys !== 'on' && passkeys !== 'off') throw new Error('PASSKEYS must be on or off');
  const idleMinutes = readMinutes('SESSION_IDLE', text('SESSION_IDLE'));
  const maxMinutes = readMinutes('SESSION_MAX', text('SESSION_MAX'));
  return {
    secondFactor,
    sessions: {
      ...(idleMinutes !== undefined && { idleMinutes }),
      ...(maxMinutes !== undefined && { maxMinutes }),
    },
    passwords: readPasswordRules(text('PASSWORD_MIN'), text('PASSWORD_BREACHES')),
    passkeys: passkeys === 'on',
  };
}

/** The rules of a server without settings. */
export const DEFAULT_ACCOUNT_RULES: AccountRules = readAccountRules(() => undefined);

/** Returns the SQL condition of sessions that have reached a limit. */
export function expiredCondition({ idleMinutes, maxMinutes }: SessionLimits): string {
  const limits = [
    idleMinutes && `sessions.updated_at < now() - make_interval(mins => ${idleMinutes})`,
    maxMinutes && `sessions.created_at < now() - make_interval(mins => ${maxMinutes})`,
  ].filter(Boolean);
  return limits.length === 0 ? 'false' : `(${limits.join(' or ')})`;
}
