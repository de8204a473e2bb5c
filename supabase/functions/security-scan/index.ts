import { env } from 'node:process';
import { readFunctionEnvironment } from '../_shared/http/function-environment.ts';
import { createSecurityScanHandler } from './handler.ts';

export default {
  fetch: createSecurityScanHandler(readFunctionEnvironment('security-scan', env)),
};
