import type { Assistant } from '@homie/contracts';
import { AppError, assistantInputSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { ASSISTANT_COLUMNS, assistantRowSchema, toAssistant } from '../assistant-row.ts';
import type { CallContext } from '../context.ts';
import { explainAssistant } from '../explain-broken-rule.ts';
import { requireAdmin } from '../require-admin.ts';

/** POST /assistants. Admins only. */
export async function createAssistant(
  { data }: CallContext,
  { body }: RoutedCall,
): Promise<Assistant> {
  await requireAdmin(data);
  const fields = parseInput(assistantInputSchema, body);
  const [created] = await readData(
    data.from('assistants').insert(fields).select(ASSISTANT_COLUMNS),
    z.array(assistantRowSchema),
    explainAssistant,
  );
  if (!created) throw new AppError('admin_required');
  return toAssistant(created);
}
