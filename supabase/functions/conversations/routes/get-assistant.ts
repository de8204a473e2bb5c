import { AppError, idSchema, type Assistant } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { ASSISTANT_COLUMNS, assistantRowSchema, toAssistant } from '../assistant-row.ts';
import type { CallContext } from '../context.ts';

/** GET /assistants/{id} */
export async function getAssistant(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<Assistant> {
  const id = idSchema().safeParse(parameters['id']);
  const row = id.success
    ? await readData(
        data.from('assistants').select(ASSISTANT_COLUMNS).eq('id', id.data).maybeSingle(),
        z.nullable(assistantRowSchema),
      )
    : null;
  if (!row) throw new AppError('not_found', 'Assistant not found');
  return toAssistant(row);
}
