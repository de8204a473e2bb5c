import type { Assistant } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData, type DataClient } from '../../_shared/http/data-access.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { assistantId } from '../assistant-id.ts';
import { ASSISTANT_COLUMNS, assistantRowSchema, toAssistant } from '../assistant-row.ts';
import type { CallContext } from '../context.ts';

/** GET /assistants/{id} */
export function getAssistant(
  { data }: CallContext,
  { parameters }: RoutedCall,
): Promise<Assistant> {
  return readAssistant(data, assistantId(parameters['id']));
}

/** Reads an assistant as the caller. @throws AppError not_found */
export async function readAssistant(data: DataClient, id: string): Promise<Assistant> {
  const row = await readData(
    data.from('assistants').select(ASSISTANT_COLUMNS).eq('id', id).maybeSingle(),
    z.nullable(assistantRowSchema),
  );
  if (!row) throw new AppError('not_found', 'Assistant not found');
  return toAssistant(row);
}
