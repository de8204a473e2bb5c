import {
  readFunctionEnvironment,
  type FunctionEnvironment,
} from '../_shared/http/function-environment.ts';
import { readClamavSettings, type ClamavSettings } from './clamav/clamav-settings.ts';

/** What the function needs to know of where it runs. */
export interface ScanEnvironment extends FunctionEnvironment {
  /** A daemon that every file is shown to, after our own checks. */
  clamav?: ClamavSettings;
}

/**
 * Reads the environment from variables: those of every function, CLAMAV_HOST and CLAMAV_PORT.
 * @throws Error naming the variable that is missing or cannot be meant
 */
export function readScanEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): ScanEnvironment {
  const clamav = readClamavSettings(variables);
  return { ...readFunctionEnvironment('security-scan', variables), ...(clamav && { clamav }) };
}
