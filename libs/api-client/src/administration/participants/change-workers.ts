import type { WorkerOutcomes } from '@homie/contracts';
import { workerOutcomesSchema } from '@homie/contracts/admin';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';
import { previewOptions, recordKey } from '../resource-data';
import { PARTICIPANTS_FORBIDDEN } from '../rest-error';

/** Assignments of several people to a participant, 500 at most; with `withAccess` also to the participant's assistant. */
export interface WorkersChange {
  participantId: string;
  userIds: readonly string[];
  assigned: boolean;
  withAccess: boolean;
}

async function callChangeWorkers(
  api: Api,
  change: WorkersChange,
  preview: boolean,
): Promise<WorkerOutcomes> {
  const { rows } = await queryRestAsAdmin(
    api,
    workerOutcomesSchema,
    (rest) =>
      rest.rpc('change_workers', {
        participant_id: change.participantId,
        user_ids: change.userIds,
        assigned: change.assigned,
        with_access: change.withAccess,
        preview,
      }),
    { forbidden: PARTICIPANTS_FORBIDDEN },
  );
  return rows;
}

/** Returns the effect that a change of assignments would have on each user. */
export function previewWorkers(api: Api, change: WorkersChange): Promise<WorkerOutcomes> {
  return callChangeWorkers(api, change, true);
}

/** Options of the query for the effect that a change of assignments would have. Disabled while no one is selected. */
export function previewWorkersQuery(api: Api, change: WorkersChange) {
  return queryOptions({
    queryKey: recordKey('participants', change.participantId, 'preview', change),
    queryFn: () => previewWorkers(api, change),
    enabled: change.userIds.length > 0,
    ...previewOptions,
  });
}

/** Changes assignments, all of them or none. @returns the effect on each user */
export function changeWorkers(api: Api, change: WorkersChange): Promise<WorkerOutcomes> {
  return callChangeWorkers(api, change, false);
}
