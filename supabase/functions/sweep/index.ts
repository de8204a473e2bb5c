import { env } from 'node:process';
import { readSweepEnvironment } from './environment.ts';
import { createSweepHandler } from './handler.ts';

export default { fetch: createSweepHandler(readSweepEnvironment(env)) };
