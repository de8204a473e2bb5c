import { idSchema } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { assistantId } from '../assistant-id.ts';
import type { CallContext } from '../context.ts';
import { explainGrant } from '../explain-broken-rule.ts';
import { requireAdmin } from '../require-admin.ts';
import { readAssistant } from './get-assistant.ts';

/**
 * DELETE /assistants/{id}/grants/user/{userId}: revokes a user's own grant; access through the role remains. Succeeds
 * if the grant is revoked already. Admins only.
 */
export async function revokeUser({ data }: CallContext, { parameters }: RoutedCall): Promise<null> {
  await requireAdmin(data);
  const { id } = await readAssistant(data, assistantId(parameters['id']));
  const userId = idSchema().safeParse(parameters['userId']);
  if (!userId.success) throw new AppError('not_found', 'User not found');
  await readData(
    data.from('assistant_access').delete().match({ assistant_id: id, user_id: userId.data }),
    z.unknown(),
    explainGrant,
  );
  return null;
}
