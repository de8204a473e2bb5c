import type { GrantsView } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import { grantsViewSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { assistantId } from '../assistant-id.ts';
import type { CallContext } from '../context.ts';
import { explainGrant } from '../explain-broken-rule.ts';
import { requireAdmin } from '../require-admin.ts';

/** GET /assistants/{id}/grants: every role with its state, and the people with direct access by email. Admins only. */
export async function getGrants(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<GrantsView> {
  await requireAdmin(data);
  const grants = await readData(
    data.rpc('read_grants', { assistant_id: assistantId(parameters['id']) }),
    z.nullable(grantsViewSchema),
    explainGrant,
  );
  if (!grants) throw new AppError('not_found', 'Assistant not found');
  return grants;
}
