import type { GrantOutcomes, WorkerOutcomes } from '@homie/contracts';
import { grantOutcomesSchema, workerOutcomesSchema } from '@homie/contracts/admin';
import type { Api } from '../../http/api';
import { askRestAsAdmin } from '../ask-rest';
import { PARTICIPANTS_FORBIDDEN } from '../rest-error';

/** Direct access of several people to several assistants, 500 pairs at most. */
export interface GrantsChange {
  assistantIds: readonly string[];
  userIds: readonly string[];
  granted: boolean;
}

/** Assignments of several people to a participant, 500 at most; with `withAccess` also to the participant's assistant. */
export interface WorkersChange {
  participantId: string;
  userIds: readonly string[];
  assigned: boolean;
  withAccess: boolean;
}

async function askGrants(api: Api, change: GrantsChange, preview: boolean): Promise<GrantOutcomes> {
  const { rows } = await askRestAsAdmin(api, grantOutcomesSchema, (rest) =>
    rest.rpc('change_grants', {
      assistant_ids: change.assistantIds,
      user_ids: change.userIds,
      granted: change.granted,
      preview,
    }),
  );
  return rows;
}

async function askWorkers(
  api: Api,
  change: WorkersChange,
  preview: boolean,
): Promise<WorkerOutcomes> {
  const { rows } = await askRestAsAdmin(
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

/** What a change of direct access would do, pair by pair. */
export function previewGrants(api: Api, change: GrantsChange): Promise<GrantOutcomes> {
  return askGrants(api, change, true);
}

/** Changes direct access, all of it or none. @returns what it did, pair by pair */
export function changeGrants(api: Api, change: GrantsChange): Promise<GrantOutcomes> {
  return askGrants(api, change, false);
}

/** What a change of assignments would do, person by person. */
export function previewWorkers(api: Api, change: WorkersChange): Promise<WorkerOutcomes> {
  return askWorkers(api, change, true);
}

/** Changes assignments, all of them or none. @returns what it did, person by person */
export function changeWorkers(api: Api, change: WorkersChange): Promise<WorkerOutcomes> {
  return askWorkers(api, change, false);
}
