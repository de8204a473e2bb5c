import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';
import { recordKey } from '../resource-data';

/** The number of assistants that are named. */
const LIMIT = 3;

/**
 * Returns the labels of up to 3 assistants with an assistant ID: they share model, instructions and versions.
 * @param except the id of an assistant that is left out
 */
export async function listAssistantsOfKey(
  api: Api,
  key: string,
  except?: string,
): Promise<string[]> {
  const { rows } = await queryRestAsAdmin(api, z.array(z.object({ label: z.string() })), (rest) => {
    const found = rest.from('assistants').select('label').eq('openai_assistant_id', key);
    return (except === undefined ? found : found.neq('id', except)).order('label').limit(LIMIT);
  });
  return rows.map(({ label }) => label);
}

/** Options of the query for the labels of the assistants with an assistant ID. */
export function assistantsOfKeyQuery(api: Api, key: string, except?: string) {
  return queryOptions({
    queryKey: recordKey('assistants', except ?? 'new', `of ${key}`),
    queryFn: () => listAssistantsOfKey(api, key, except),
  });
}
