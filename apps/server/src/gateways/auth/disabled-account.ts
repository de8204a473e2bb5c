import type { Queryable } from '../../data/database/index.ts';

/** Returns whether an operator has disabled the account of this address. */
export async function isDisabled(database: Queryable, email: string): Promise<boolean> {
  const rows = await database.query(
    'select 1 as found from auth.users where email = $1 and banned_until > now()',
    [email],
  );
  return rows.length > 0;
}
