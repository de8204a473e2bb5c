import {
  readFunctionEnvironment,
  type FunctionEnvironment,
} from '../_shared/http/function-environment.ts';
import { KEY_SENTENCE } from '../_shared/domain/audit/signing-keys.ts';
import { AUDIT_DEFAULTS, readAuditSettings, type AuditSettings } from './audit-settings.ts';

/** Environment of the function. */
export interface AuditEnvironment extends FunctionEnvironment {
  audit: AuditSettings;
}

/**
 * Reads the environment from variables: those of every function, and those of `readAuditSettings`.
 * @throws Error naming the variable that is missing or invalid
 */
export function readAuditEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): AuditEnvironment {
  const environment = readFunctionEnvironment('audit', variables);
  const { signingKey, ...settings } = readAuditSettings(variables);
  if (signingKey === undefined) throw new Error(KEY_SENTENCE);
  return { ...environment, audit: { ...AUDIT_DEFAULTS, ...settings, signingKey } };
}
