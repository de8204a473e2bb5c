import type { GrantOutcomes } from '@homie/contracts';
import { grantOutcomesSchema } from '@homie/contracts/admin';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';
import { previewOptions, recordKey } from '../resource-data';

/** Direct access of several people to several assistants, 500 pairs at most. */
export interface GrantsChange {
  assistantIds: readonly string[];
  userIds: readonly string[];
  granted: boolean;
}

async function callChangeGrants(
  api: Api,
  change: GrantsChange,
  preview: boolean,
): Promise<GrantOutcomes> {
  const { rows } = await queryRestAsAdmin(api, grantOutcomesSchema, (rest) =>
    rest.rpc('change_grants', {
      assistant_ids: change.assistantIds,
      user_ids: change.userIds,
      granted: change.granted,
      preview,
    }),
  );
  return rows;
}

/** Returns the effect that a change of direct access would have on each pair. */
export function previewGrants(api: Api, change: GrantsChange): Promise<GrantOutcomes> {
  return callChangeGrants(api, change, true);
}

/** Options of the query for the effect that a change of direct access would have. Disabled while no one is selected. */
export function previewGrantsQuery(api: Api, change: GrantsChange) {
  return queryOptions({
    queryKey: recordKey('assistants', change.assistantIds.join(' '), 'preview', change),
    queryFn: () => previewGrants(api, change),
    enabled: change.userIds.length > 0,
    ...previewOptions,
  });
}

/** Changes direct access, all of it or none. @returns the effect on each pair */
export function changeGrants(api: Api, change: GrantsChange): Promise<GrantOutcomes> {
  return callChangeGrants(api, change, false);
}
