import { idSchema, roleNameSchema, roleSchema, type GrantsView } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';
import { getAssistant } from './get-assistant.ts';

const roleGrantsSchema = z.array(z.object({ role_id: idSchema() }));
const userGrantsSchema = z.array(
  z.object({ user_id: idSchema(), users: z.object({ email: z.string() }) }),
);

/** GET /assistants/{id}/grants: every role with its state, and the people with direct access. Admins only. */
export async function getGrants(context: CallContext, call: RoutedCall): Promise<GrantsView> {
  const { data } = context;
  await requireAdmin(data);
  const { id } = await getAssistant(context, call);
  const [roles, roleGrants, userGrants] = await Promise.all([
    readData(data.from('roles').select('id,name'), z.array(roleSchema)),
    readData(
      data.from('assistant_role_access').select('role_id').eq('assistant_id', id),
      roleGrantsSchema,
    ),
    readData(
      data.from('assistant_access').select('user_id,users(email)').eq('assistant_id', id),
      userGrantsSchema,
    ),
  ]);
  const granted = new Set(roleGrants.map(({ role_id }) => role_id));
  const roleOrder = roleNameSchema.options;
  return {
    roleGrants: roles
      .map((role) => ({ roleName: role.name, granted: granted.has(role.id) }))
      .sort((a, b) => roleOrder.indexOf(a.roleName) - roleOrder.indexOf(b.roleName)),
    userGrants: userGrants
      .map(({ user_id, users }) => ({ userId: user_id, userEmail: users.email }))
      .sort((a, b) => a.userEmail.localeCompare(b.userEmail, 'en')),
  };
}
