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

/**
 * Reads `MFA`, `SESSION_IDLE` and `SESSION_MAX`.
 * @param text returns a variable of the process, or undefined
 * @throws if one is not valid
 */
export function readAccountRules(text: (name: string) => string | undefined): AccountRules {
  const demand = text('MFA') ?? 'optional';
  const secondFactor = RULES.find((rule) => rule === demand);
  if (!secondFactor) throw new Error('MFA must be optional, admins or all');
  const idleMinutes = readMinutes('SESSION_IDLE', text('SESSION_IDLE'));
  const maxMinutes = readMinutes('SESSION_MAX', text('SESSION_MAX'));
  return {
    secondFactor,
    sessions: {
      ...(idleMinutes !== undefined && { idleMinutes }),
      ...(maxMinutes !== undefined && { maxMinutes }),
    },
  };
}

/** The rules of a server without settings. */
export const DEFAULT_ACCOUNT_RULES: AccountRules = { secondFactor: 'optional', sessions: {} };

/** Returns the SQL condition of sessions that have reached a limit. */
export function expiredCondition({ idleMinutes, maxMinutes }: SessionLimits): string {
  const limits = [
    idleMinutes && `sessions.updated_at < now() - make_interval(mins => ${idleMinutes})`,
    maxMinutes && `sessions.created_at < now() - make_interval(mins => ${maxMinutes})`,
  ].filter(Boolean);
  return limits.length === 0 ? 'false' : `(${limits.join(' or ')})`;
}
