import {
  idSchema,
  participantInputSchema,
  type Participant,
  type ParticipantInput,
} from '@homie/contracts';
import { participantSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { queryRestAsAdmin } from '../query-rest';
import { parseInput } from '../parse-input';
import { PARTICIPANTS_FORBIDDEN } from '../rest-error';
import type { Saved } from '../saved';
import { PARTICIPANT_COLUMNS } from './list-participants';

const wording = { forbidden: PARTICIPANTS_FORBIDDEN };

/**
 * Adds a participant.
 * @throws ApiError with the failed rules, or if the user is not authorized
 */
export async function createParticipant(api: Api, input: ParticipantInput): Promise<Participant> {
  const row = parseInput(participantInputSchema, input);
  const { rows } = await queryRestAsAdmin(
    api,
    participantSchema,
    (rest) => rest.from('participants').insert(row).select(PARTICIPANT_COLUMNS).single(),
    wording,
  );
  return rows;
}

/**
 * Updates a participant, unless another user has changed it since it was read.
 * @param version the participant as it was read; its `updated_at` identifies the version
 * @throws ApiError as {@link createParticipant}, and 'Participant not found' if it was deleted in the meantime
 */
export async function updateParticipant(
  api: Api,
  { id, updated_at }: Pick<Participant, 'id' | 'updated_at'>,
  input: ParticipantInput,
): Promise<Saved<Participant>> {
  const row = parseInput(participantInputSchema, input);
  const { rows: changed } = await queryRestAsAdmin(
    api,
    z.nullable(participantSchema),
    (rest) =>
      rest
        .from('participants')
        .update(row)
        .eq('id', id)
        .eq('updated_at', updated_at)
        .select(PARTICIPANT_COLUMNS)
        .maybeSingle(),
    wording,
  );
  if (changed) return { outcome: 'saved', record: changed };
  return { outcome: 'conflict', current: await getParticipant(api, id) };
}

/** Returns one participant. @throws ApiError 'Participant not found', or if `id` is not an id */
export async function getParticipant(api: Api, id: string): Promise<Participant> {
  const known = parseInput(idSchema(), id);
  const { rows } = await queryRestAsAdmin(api, z.nullable(participantSchema), (rest) =>
    rest.from('participants').select(PARTICIPANT_COLUMNS).eq('id', known).maybeSingle(),
  );
  if (!rows) throw new ApiError('not_found', 'Participant not found', 404);
  return rows;
}

/** Deletes a participant together with their assistants and assignments. */
export async function deleteParticipant(api: Api, id: string): Promise<void> {
  await queryRestAsAdmin(
    api,
    ignoredAnswer,
    (rest) => rest.from('participants').delete().eq('id', id),
    wording,
  );
}
