import { env } from 'node:process';
import { readAuditEnvironment } from './environment.ts';
import { createAuditHandler } from './handler.ts';

export default {
  fetch: createAuditHandler(readAuditEnvironment(env)),
};
