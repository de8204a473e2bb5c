import { env } from 'node:process';
import { readScanEnvironment } from './environment.ts';
import { createSecurityScanHandler } from './handler.ts';

export default {
  fetch: createSecurityScanHandler(readScanEnvironment(env)),
};
