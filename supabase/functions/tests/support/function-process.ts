// Runs only the conversations function, as a host of functions does: it reaches all services through SUPABASE_URL.
// Started by `FunctionProcess`, which may kill it.
import { env } from 'node:process';
import { createAdaptorServer } from '@hono/node-server';
import { readEnvironment } from '../../conversations/environment.ts';
import { createConversationsHandler } from '../../conversations/handler.ts';
import type { TurnTiming } from '../../_shared/turns/turn-timing.ts';
import { wordProvider } from './word-provider.ts';

const timing = JSON.parse(env['TURN_TIMING'] ?? '{}') as Partial<TurnTiming>;
const handle = createConversationsHandler(readEnvironment(env), {
  provider: wordProvider({ pauseMs: 12 }),
  timing,
});
const server = createAdaptorServer({ fetch: handle });
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
// Exits when the parent process has died: nothing else would stop it.
process.on('disconnect', () => process.exit());
