import type { AccountSession } from '@homie/contracts';
import { accountFactorsSchema, accountSessionSchema } from '@homie/contracts/admin';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { listSessionPlaces } from '../../endpoints/account';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';
import { recordKey } from '../resource-data';

/** Options of the query for the sessions of a user, the most recently used first. */
export function userSessionsQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: recordKey('users', userId, 'sessions'),
    queryFn: async (): Promise<AccountSession[]> => {
      const { rows } = await queryRestAsAdmin(api, z.array(accountSessionSchema), (rest) =>
        rest.rpc('list_user_sessions', { user_id: userId }),
      );
      return rows;
    },
  });
}

/** Options of the query for the second factors, passkeys and recovery codes of a user. */
export function userFactorsQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: recordKey('users', userId, 'factors'),
    queryFn: async () => {
      const { rows } = await queryRestAsAdmin(api, accountFactorsSchema, (rest) =>
        rest.rpc('list_user_factors', { user_id: userId }),
      );
      return rows;
    },
  });
}

/** Options of the query for the places of the sessions of a user, by their ids. */
export function userPlacesQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: recordKey('users', userId, 'places'),
    queryFn: () => listSessionPlaces(api, userId),
    retry: false,
  });
}
