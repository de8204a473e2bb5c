import {
  databaseHealthSchema,
  findDatabaseProblems,
  mailHealthSchema,
  remoteHealthSchema,
  type DatabaseHealth,
  type MailHealth,
  type RemoteHealth,
} from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../http/api';
import { readAnswer } from '../http/read-answer';
import { sendRequest } from '../http/send-request';

/** Calls a function of the database for the health page. @throws ApiError, with status 403 for non-administrators */
async function readHealth<Health>(
  api: Api,
  name: string,
  {
    schema,
    signal,
    parameters = {},
  }: {
    schema: z.ZodMiniType<Health>;
    signal: AbortSignal | undefined;
    parameters?: Record<string, unknown>;
  },
): Promise<Health> {
  const response = await sendRequest(api, `/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(parameters),
    cache: 'no-store',
    signal: signal ?? null,
  });
  return readAnswer(response, schema);
}

/** Connections of the database, and its problems in words, each with the remedy. */
export type DatabaseState = Pick<DatabaseHealth, 'free' | 'most'> & { problems: string[] };

/** Returns the state of the database. */
export async function readDatabaseState(api: Api, signal?: AbortSignal): Promise<DatabaseState> {
  const schema = databaseHealthSchema;
  const health = await readHealth(api, 'database_health', { schema, signal });
  const { free, most } = health;
  return { free, most, problems: findDatabaseProblems(health) };
}

/** Returns the mails that the server has not delivered; null if another service delivers them. */
export function readMailHealth(api: Api, signal?: AbortSignal): Promise<MailHealth | null> {
  return readHealth(api, 'mail_health', { schema: z.nullable(mailHealthSchema), signal });
}

/**
 * Returns how remotes were loaded in users' browsers, the most frequent first.
 * @param days the number of days including today, 1 to 90
 */
export function listRemoteHealth(
  api: Api,
  { days = 7 }: { days?: number } = {},
  signal?: AbortSignal,
): Promise<RemoteHealth[]> {
  const schema = z.array(remoteHealthSchema);
  return readHealth(api, 'remote_health', { schema, signal, parameters: { days } });
}
