import type { ChangeRole } from '@homie/contracts';
import { changeRoleSchema, isOwnDemotion, OWN_DEMOTION_MESSAGE } from '@homie/contracts/admin';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { queryRestAsAdmin } from '../query-rest';
import { parseInput } from '../parse-input';
import { listRoles } from './list-roles';

/**
 * Changes a user's role.
 * @param actorId the administrator who makes the change, who may not demote themselves
 */
export async function changeRole(api: Api, change: ChangeRole, actorId: string): Promise<void> {
  const { userId, roleId } = parseInput(changeRoleSchema, change);
  const role = (await listRoles(api)).find(({ id }) => id === roleId);
  if (role !== undefined && isOwnDemotion({ actorId, userId, roleName: role.name }))
    throw new ApiError('conflict', OWN_DEMOTION_MESSAGE, 409);
  await queryRestAsAdmin(api, ignoredAnswer, (rest) =>
    rest.from('users').update({ role_id: roleId }).eq('id', userId),
  );
}
