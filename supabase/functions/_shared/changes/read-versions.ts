import * as z from 'zod/mini';
import { readData, type DataClient } from '../http/data-access.ts';
import type { ReadVersions } from './change-signals.ts';

const versionsSchema = z.record(z.string(), z.int());

/**
 * Creates a function that queries the latest change version of each user.
 * @param service a client that acts as the server
 */
export function databaseVersions(service: DataClient): ReadVersions {
  return (userIds) =>
    readData(service.rpc('conversation_versions', { user_ids: userIds }), versionsSchema);
}
