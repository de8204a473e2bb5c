import type { FoundUser } from '@homie/contracts';
import { foundUsersSchema } from '@homie/contracts/admin';
import { findUsersQuerySchema } from '@homie/contracts/requests';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';

/** GET /users: the first users whose email or name contains the text, ordered by name or else email. Admins only. */
export async function findUsers(
  { data }: CallContext,
  { query }: RoutedCall,
): Promise<{ rows: FoundUser[] }> {
  await requireAdmin(data);
  const { q = '', role, limit } = parseInput(findUsersQuerySchema, query);
  const source = q === '' ? data.from('users') : data.rpc('search_users', { q });
  let selection = source.select('id,email,display_name,role:roles!inner(name)');
  if (role !== undefined) selection = selection.eq('role.name', role);
  const rows = await readData(
    selection.order('sort_name').order('id').limit(limit),
    foundUsersSchema.shape.rows,
  );
  return { rows };
}
