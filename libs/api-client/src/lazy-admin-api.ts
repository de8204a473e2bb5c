import type * as administration from './administration';

/** The calls of the administration and of the audit log. */
export type AdminApi = typeof administration;

/**
 * Loads the calls of the administration: `const { listUsers } = await lazyAdminApi()`.
 * They and the REST client stay out of the first load of all other users.
 */
export function lazyAdminApi(): Promise<AdminApi> {
  return import('./administration');
}
