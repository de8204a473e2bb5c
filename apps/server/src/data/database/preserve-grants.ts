import type { PostgresConnection } from '@supabase/lite/postgres';

/**
 * Preserves the privileges that the migrations set.
 *
 * On the first request `@supabase/lite` 0.10.0 grants everything on all tables to `anon`, `authenticated` and
 * `service_role`, unless its flag says that this is done. The flag is private, hence the cast; the exact version is
 * pinned and a contract test compares the grants.
 */
export function preserveGrants(connection: PostgresConnection): void {
  (connection as unknown as { rlsState: 'unknown' | 'active' | 'inactive' }).rlsState = 'active';
}
