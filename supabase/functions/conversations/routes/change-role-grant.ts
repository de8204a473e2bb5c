import { idSchema } from '@homie/contracts';
import { grantRoleRequestSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { assistantId } from '../assistant-id.ts';
import type { CallContext } from '../context.ts';
import { explainGrant } from '../explain-broken-rule.ts';
import { requireAdmin } from '../require-admin.ts';
import { readAssistant } from './get-assistant.ts';

/** POST /assistants/{id}/grants/role: grants or revokes access of a role to the assistant. Admins only. */
export async function changeRoleGrant(
  { data }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<null> {
  await requireAdmin(data);
  const { roleName, granted } = parseInput(grantRoleRequestSchema, body);
  const { id } = await readAssistant(data, assistantId(parameters['id']));
  const role = await readData(
    data.from('roles').select('id').eq('name', roleName).single(),
    z.object({ id: idSchema() }),
  );
  const grants = data.from('assistant_role_access');
  const pair = { assistant_id: id, role_id: role.id };
  await readData(
    granted
      ? grants.upsert(pair, { onConflict: 'assistant_id,role_id', ignoreDuplicates: true })
      : grants.delete().match(pair),
    z.unknown(),
    explainGrant,
  );
  return null;
}
