import { grantUserRequestSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { assistantId } from '../assistant-id.ts';
import type { CallContext } from '../context.ts';
import { explainGrant } from '../explain-broken-rule.ts';
import { requireAdmin } from '../require-admin.ts';

/** POST /assistants/{id}/grants/user: grants a user access to the assistant; idempotent. Admins only. */
export async function grantUser(
  { data }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<null> {
  await requireAdmin(data);
  const { userId } = parseInput(grantUserRequestSchema, body);
  const pair = { assistant_id: assistantId(parameters['id']), user_id: userId };
  await readData(
    data
      .from('assistant_access')
      .upsert(pair, { onConflict: 'assistant_id,user_id', ignoreDuplicates: true }),
    z.unknown(),
    explainGrant,
  );
  return null;
}
