import type { Assistant } from '@homie/contracts';
import { AppError, updateAssistantRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { assistantId } from '../assistant-id.ts';
import type { CallContext } from '../context.ts';
import { explainAssistant } from '../explain-broken-rule.ts';
import { requireAdmin } from '../require-admin.ts';
import { readAssistant } from './get-assistant.ts';

/**
 * PUT /assistants/{id}: replaces all fields of an assistant. If the request has a version and the assistant was changed
 * since, nothing is overwritten: the response is a conflict with the saved assistant as `details.current`. Admins only.
 */
export async function updateAssistant(
  { data }: CallContext,
  { parameters, body }: RoutedCall,
): Promise<Assistant> {
  await requireAdmin(data);
  const id = assistantId(parameters['id']);
  const { updated_at, ...fields } = parseInput(updateAssistantRequestSchema, body);
  let change = data.from('assistants').update(fields).eq('id', id);
  if (updated_at !== undefined) change = change.eq('updated_at', updated_at);
  const changed = await readData(change.select('id'), z.array(z.unknown()), explainAssistant);
  const current = await readAssistant(data, id);
  if (changed.length === 0) throw new AppError('conflict', undefined, { details: { current } });
  return current;
}
