import { idSchema, roleNameSchema } from '@homie/contracts';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { queryRestAsAdmin } from '../query-rest';
import { recordKey } from '../resource-data';

const assignmentSchema = z.object({
  participant_id: idSchema(),
  user_id: idSchema(),
  user: z.object({
    email: z.string(),
    display_name: z.nullable(z.string()),
    role: z.object({ name: roleNameSchema }),
  }),
});

/** A worker who is assigned to a participant. */
export type Assignment = z.infer<typeof assignmentSchema>;

/** Lists the workers assigned to a participant, with name, email and role. */
export async function listAssignments(api: Api, participantId: string): Promise<Assignment[]> {
  const { rows } = await queryRestAsAdmin(api, z.array(assignmentSchema), (rest) =>
    rest
      .from('participant_assignments')
      .select('participant_id, user_id, user:users(email, display_name, role:roles(name))')
      .eq('participant_id', participantId)
      .order('created_at'),
  );
  return rows;
}

/** Options of the query for the workers assigned to a participant. */
export function assignmentsQuery(api: Api, participantId: string) {
  return queryOptions({
    queryKey: recordKey('participants', participantId, 'workers'),
    queryFn: () => listAssignments(api, participantId),
    staleTime: 0,
  });
}
