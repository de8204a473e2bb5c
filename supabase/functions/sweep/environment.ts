import { readAuditEnvironment, type AuditEnvironment } from '../audit/environment.ts';
import { readEnvironment, type ConversationsEnvironment } from '../conversations/environment.ts';

const KEY_MIN_LENGTH = 32;

/** Environment of the function. */
export interface SweepEnvironment {
  /** Bearer key that the schedule calls the function with. */
  key: string;
  conversations: ConversationsEnvironment;
  audit: AuditEnvironment;
}

/**
 * Reads the environment from variables: SWEEP_KEY, those of `conversations` and those of `audit`.
 * @throws Error naming the variable that is missing or invalid
 */
export function readSweepEnvironment(
  variables: Record<string, string | undefined>,
): SweepEnvironment {
  const conversations = readEnvironment(variables);
  const key = variables['SWEEP_KEY']?.trim() ?? '';
  if (key.length < KEY_MIN_LENGTH)
    throw new Error(`Set SWEEP_KEY to at least ${KEY_MIN_LENGTH} random characters.`);
  return { key, conversations, audit: readAuditEnvironment(variables) };
}
