import { roleSchema, type Role } from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';

/** Lists all roles, ordered by name. */
export async function listRoles(api: Api): Promise<Role[]> {
  const { rows } = await queryRestAsAdmin(api, z.array(roleSchema), (rest) =>
    rest.from('roles').select('id, name').order('name'),
  );
  return rows;
}
