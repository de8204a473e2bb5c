import {
  readFunctionEnvironment,
  type FunctionEnvironment,
} from '../_shared/http/function-environment.ts';
import { readClamavSettings, type ClamavSettings } from './clamav/clamav-settings.ts';

/** Environment of the function. */
export interface ScanEnvironment extends FunctionEnvironment {
  /** Daemon that scans every file after our own checks. */
  clamav?: ClamavSettings;
}

/**
 * Reads the environment from variables: those of every function, CLAMAV_HOST and CLAMAV_PORT.
 * @throws Error naming the variable that is missing or invalid
 */
export function readScanEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): ScanEnvironment {
  const clamav = readClamavSettings(variables);
  return { ...readFunctionEnvironment('security-scan', variables), ...(clamav && { clamav }) };
}
