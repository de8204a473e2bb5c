import { idSchema, roleNameSchema } from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { askRestAsAdmin } from '../ask-rest';

const assignmentSchema = z.object({
  participant_id: idSchema(),
  user_id: idSchema(),
  user: z.object({ email: z.string(), role: z.object({ name: roleNameSchema }) }),
});

/** A worker who is assigned to a participant. */
export type Assignment = z.infer<typeof assignmentSchema>;

/** The workers assigned to a participant, with email and role. */
export async function listAssignments(api: Api, participantId: string): Promise<Assignment[]> {
  const { rows } = await askRestAsAdmin(api, z.array(assignmentSchema), (rest) =>
    rest
      .from('participant_assignments')
      .select('participant_id, user_id, user:users(email, role:roles(name))')
      .eq('participant_id', participantId)
      .order('created_at'),
  );
  return rows;
}
