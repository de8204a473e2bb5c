import type { Database, Queryable } from '../../data/database/index.ts';

/** Context of the routes of SCIM. */
export interface ScimContext {
  database: Database;
  /** The public address of the site. */
  siteUrl: string;
}

export const BASE_PATH = '/scim/v2';
export const MAX_RESULTS = 100;
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Runs a change. It locks roles first, as every change of administrators does: two concurrent ones queue here. */
export function changeUsers<Result>(
  database: Database,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.query("select 1 from public.roles where name = 'admin' for no key update");
    return work(transaction);
  });
}
