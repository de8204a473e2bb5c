import { idSchema } from '@homie/contracts';
import { invitationRequestSchema } from '@homie/contracts/requests';
import * as z from 'zod/mini';
import { readData } from '../../_shared/http/data-access.ts';
import { parseInput } from '../../_shared/http/parse-input.ts';
import type { RoutedCall } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { requireAdmin } from '../require-admin.ts';

/**
 * POST /invitations: invites an address with a role and participants, and mails the link, unless it is a row of an import
 * and was sent before. Admins only.
 */
export async function inviteUser(
  context: CallContext,
  { body }: RoutedCall,
): Promise<{ sent: boolean }> {
  await requireAdmin(context.data);
  const { email, role, participantIds, name, importId } = parseInput(invitationRequestSchema, body);
  const address = await readData(
    context.data.rpc('invite_user', {
      email,
      role_name: role,
      participant_ids: participantIds,
      display_name: name ?? null,
      import_id: importId ?? null,
    }),
    z.nullable(z.string()),
  );
  if (address !== null) await sendInvitation(context, address);
  return { sent: address !== null };
}

/** POST /users/{id}/invitation: mails a new link to an invited user. Admins only. */
export async function resendInvitation(
  context: CallContext,
  { parameters }: RoutedCall,
): Promise<null> {
  await requireAdmin(context.data);
  const invited = { user_id: parseInput(idSchema(), parameters['id']) };
  await sendInvitation(
    context,
    await readData(context.data.rpc('renew_invitation', invited), z.string()),
  );
  return null;
}

async function sendInvitation({ service, mails }: CallContext, email: string): Promise<void> {
  await mails.invite(email);
  await readData(service.rpc('record_invitation_sent', { email }), z.unknown());
}

/** POST /users/{id}/reset: mails a link for a new password to a user. Admins only. */
export async function sendReset(
  { data, mails }: CallContext,
  { parameters }: RoutedCall,
): Promise<null> {
  await requireAdmin(data);
  const user_id = parseInput(idSchema(), parameters['id']);
  await mails.reset(await readData(data.rpc('request_reset', { user_id }), z.string()));
  return null;
}
