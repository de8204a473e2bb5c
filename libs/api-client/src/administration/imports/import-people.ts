import {
  participantInputSchema,
  type ImportCheck,
  type ImportedInvitation,
  type ParticipantInput,
} from '@homie/contracts';
import {
  importCheckSchema,
  importedInvitationSchema,
  invitationSentSchema,
} from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { parseInput } from '../parse-input';
import { queryRestAsAdmin } from '../query-rest';

/** Returns what exists of the rows of an import: accounts and invitations by address, participants by name. */
export async function checkImport(
  api: Api,
  rows: { emails: readonly string[]; names: readonly string[] },
): Promise<ImportCheck> {
  const { rows: check } = await queryRestAsAdmin(api, importCheckSchema, (rest) =>
    rest.rpc('check_import', rows),
  );
  return check;
}

/** Invites an address as a row of an import. Returns false if it has a pending invitation already. */
export async function importInvitation(api: Api, invitation: ImportedInvitation): Promise<boolean> {
  const body = parseInput(importedInvitationSchema, invitation);
  const { sent } = await callFunction(api, invitationSentSchema, {
    endpoint: '/invitations',
    method: 'POST',
    body,
  });
  return sent;
}

/** Revokes the invitations of an import that were not accepted yet. Returns how many. */
export async function undoImport(api: Api, importId: string): Promise<number> {
  const { rows: revoked } = await queryRestAsAdmin(api, z.number(), (rest) =>
    rest.rpc('undo_import', { import_id: importId }),
  );
  return revoked;
}

/** Adds a participant as a row of an import. Adding the same id again changes nothing. */
export async function importParticipant(
  api: Api,
  id: string,
  input: ParticipantInput,
): Promise<void> {
  const row = { id, ...parseInput(participantInputSchema, input) };
  await queryRestAsAdmin(api, ignoredAnswer, (rest) =>
    rest.from('participants').upsert(row, { onConflict: 'id', ignoreDuplicates: true }),
  );
}

/** Deletes those of the participants that nothing refers to yet. Returns how many. */
export async function undoParticipantImport(api: Api, ids: readonly string[]): Promise<number> {
  const { rows: deleted } = await queryRestAsAdmin(api, z.number(), (rest) =>
    rest.rpc('undo_participant_import', { participant_ids: ids }),
  );
  return deleted;
}
