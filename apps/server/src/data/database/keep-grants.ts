import type { PostgresConnection } from '@supabase/lite/postgres';

/**
 * Keeps the privileges as the migrations set them.
 *
 * On the first request `@supabase/lite` 0.10.0 grants everything on all tables to `anon`,
 * `authenticated` and `service_role`, unless it believes to have done so already. Its flag is
 * private, hence the cast; the exact version is pinned and a contract test compares the grants.
 */
export function keepGrants(connection: PostgresConnection): void {
  (connection as unknown as { rlsState: 'unknown' | 'active' | 'inactive' }).rlsState = 'active';
}
