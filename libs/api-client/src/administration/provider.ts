import type { AvailableModels, ProviderCheck } from '@homie/contracts/admin';
import { availableModelsSchema, providerChecksSchema } from '@homie/contracts/admin';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../http/api';
import { callFunction } from '../http/call-function';

/** Checks what works with the connected provider. Takes as long as a few replies. */
export async function checkProvider(api: Api): Promise<readonly ProviderCheck[]> {
  const { checks } = await callFunction(api, providerChecksSchema, {
    endpoint: '/provider/check',
    method: 'POST',
  });
  return checks;
}

/** Options of the query for the models of the connected provider. */
export function availableModelsQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'models'],
    queryFn: ({ signal }): Promise<AvailableModels> =>
      callFunction(api, availableModelsSchema, { endpoint: '/models', method: 'GET', signal }),
  });
}
