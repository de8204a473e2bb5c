import { env } from 'node:process';
import { logToConsole } from '../_shared/http/log-to-console.ts';
import { readSweepEnvironment } from './environment.ts';
import { createSweepHandler } from './handler.ts';

export default { fetch: createSweepHandler(readSweepEnvironment(env), logToConsole) };
