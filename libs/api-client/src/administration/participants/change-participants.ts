import {
  participantInputSchema,
  participantSchema,
  type Participant,
  type ParticipantInput,
} from '@homie/contracts';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { askRestAsAdmin } from '../ask-rest';
import { checked } from '../checked';
import { PARTICIPANTS_FORBIDDEN } from '../rest-error';

const COLUMNS = 'id, display_name, status, created_at';
const wording = { forbidden: PARTICIPANTS_FORBIDDEN };

/**
 * Adds a participant.
 * @throws ApiError with the failed rules, or that the person may not
 */
export async function createParticipant(api: Api, input: ParticipantInput): Promise<Participant> {
  const row = checked(participantInputSchema, input);
  const { rows } = await askRestAsAdmin(
    api,
    participantSchema,
    (rest) => rest.from('participants').insert(row).select(COLUMNS).single(),
    wording,
  );
  return rows;
}

/** Changes a participant; fails like {@link createParticipant}. */
export async function updateParticipant(
  api: Api,
  id: string,
  input: ParticipantInput,
): Promise<Participant> {
  const row = checked(participantInputSchema, input);
  const { rows } = await askRestAsAdmin(
    api,
    participantSchema,
    (rest) => rest.from('participants').update(row).eq('id', id).select(COLUMNS).single(),
    wording,
  );
  return rows;
}

/** Deletes a participant; assistants and assignments of theirs go too. */
export async function deleteParticipant(api: Api, id: string): Promise<void> {
  await askRestAsAdmin(
    api,
    ignoredAnswer,
    (rest) => rest.from('participants').delete().eq('id', id),
    wording,
  );
}
