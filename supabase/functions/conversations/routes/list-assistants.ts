import { listAssistantsQuerySchema, type AssistantList } from '@homie/contracts';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { literalPattern } from '../../_shared/http/literal-pattern.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import { ASSISTANT_COLUMNS, assistantRowSchema, toAssistant } from '../assistant-row.ts';
import type { CallContext } from '../context.ts';

/** GET /assistants: those that the caller may use, by label. */
export async function listAssistants(
  { data }: CallContext,
  { query }: RoutedCall,
): Promise<AssistantList> {
  const { q = '', kind, limit } = parseInput(listAssistantsQuerySchema, query);
  let selection = data
    .from('assistants')
    .select(ASSISTANT_COLUMNS)
    .order('label')
    .order('id')
    .limit(limit);
  if (kind !== undefined) selection = selection.eq('kind', kind);
  if (q !== '') selection = selection.filter('label', 'imatch', literalPattern(q));
  const rows = await readData(selection, z.array(assistantRowSchema));
  // The database may sort capitals before everything else.
  return { rows: rows.map(toAssistant).sort((a, b) => a.label.localeCompare(b.label, 'en')) };
}
