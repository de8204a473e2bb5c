import { env } from 'node:process';
import { readEnvironment } from './environment.ts';
import { createConversationsHandler } from './handler.ts';

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;
const edge = typeof EdgeRuntime === 'undefined' ? undefined : EdgeRuntime;
const waitUntil = (work: Promise<unknown>) => edge?.waitUntil(work);

export default { fetch: createConversationsHandler(readEnvironment(env), { waitUntil }) };
