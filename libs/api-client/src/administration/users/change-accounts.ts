import type { Approval, OffboardingEffect, UserDeletionEffect } from '@homie/contracts';
import {
  approvalSchema,
  invitationSchema,
  offboardingEffectSchema,
  userDeletionEffectSchema,
} from '@homie/contracts/admin';
import { queryOptions } from '@tanstack/react-query';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { callFunction } from '../../http/call-function';
import { parseInput } from '../parse-input';
import { queryRestAsAdmin } from '../query-rest';
import { recordKey } from '../resource-data';

/** A change of an account that needs nothing but its user. */
type AccountChange = 'deactivate_user' | 'reactivate_user' | 'delete_user' | 'revoke_invitation';

/** Deactivates, reactivates or deletes an account, or revokes its invitation. */
export async function changeAccount(
  api: Api,
  change: AccountChange,
  userId: string,
): Promise<void> {
  await queryRestAsAdmin(api, ignoredAnswer, (rest) => rest.rpc(change, { user_id: userId }));
}

/** Names another user. An empty name removes it. */
export async function renameUser(api: Api, userId: string, name: string): Promise<void> {
  await queryRestAsAdmin(api, ignoredAnswer, (rest) =>
    rest.rpc('rename_user', { user_id: userId, display_name: name }),
  );
}

/** Ends the access of a user who leaves. @param newOwnerId the colleague who gets the user's documents */
export async function offboardUser(
  api: Api,
  userId: string,
  newOwnerId: string | null,
): Promise<void> {
  await queryRestAsAdmin(api, ignoredAnswer, (rest) =>
    rest.rpc('offboard_user', { user_id: userId, new_owner_id: newOwnerId }),
  );
}

/** Approves a user who waits, with a role and participants. */
export async function approveUser(api: Api, userId: string, approval: Approval): Promise<void> {
  const { role, participantIds } = parseInput(approvalSchema, approval);
  await queryRestAsAdmin(api, ignoredAnswer, (rest) =>
    rest.rpc('approve_user', { user_id: userId, role_name: role, participant_ids: participantIds }),
  );
}

/** Invites an address with a role and participants: the server mails the link. */
export async function inviteUser(api: Api, invitation: unknown): Promise<void> {
  const body = parseInput(invitationSchema, invitation);
  await callFunction(api, ignoredAnswer, { endpoint: '/invitations', method: 'POST', body });
}

/** Has the server mail a user a new invitation, or a link for a new password. */
export async function mailUser(
  api: Api,
  mail: 'invitation' | 'reset',
  userId: string,
): Promise<void> {
  await callFunction(api, ignoredAnswer, { endpoint: `/users/${userId}/${mail}`, method: 'POST' });
}

/** Options of the query for what is deleted together with a user. */
export function userDeletionQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: recordKey('users', userId, 'deletion'),
    queryFn: async (): Promise<UserDeletionEffect> => {
      const { rows } = await queryRestAsAdmin(api, userDeletionEffectSchema, (rest) =>
        rest.rpc('user_deletion_effect', { user_id: userId }),
      );
      return rows;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Options of the query for what changes if a user leaves. */
export function offboardingQuery(api: Api, userId: string) {
  return queryOptions({
    queryKey: recordKey('users', userId, 'offboarding'),
    queryFn: async (): Promise<OffboardingEffect> => {
      const { rows } = await queryRestAsAdmin(api, offboardingEffectSchema, (rest) =>
        rest.rpc('offboarding_effect', { user_id: userId }),
      );
      return rows;
    },
    staleTime: 0,
    gcTime: 0,
  });
}
