import { env } from 'node:process';
import { logToConsole } from '../_shared/http/log-to-console.ts';
import { readAuditEnvironment } from './environment.ts';
import { createAuditHandler } from './handler.ts';

export default {
  fetch: createAuditHandler(readAuditEnvironment(env), logToConsole),
};
