import type { ChangeDirectAccess } from '@homie/contracts';
import { changeDirectAccessSchema } from '@homie/contracts/admin';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { queryRestAsAdmin } from '../query-rest';
import { parseInput } from '../parse-input';
import { UNIQUE_VIOLATION } from '../rest-error';

type AccessPair = Omit<ChangeDirectAccess, 'granted'>;

/** Grants a user direct access to an assistant. Does nothing for a user who has it. */
export async function grantDirectAccess(api: Api, pair: AccessPair): Promise<void> {
  const { assistantId, userId } = pair;
  try {
    await queryRestAsAdmin(api, ignoredAnswer, (rest) =>
      rest.from('assistant_access').insert({ assistant_id: assistantId, user_id: userId }),
    );
  } catch (error) {
    if (!(error instanceof ApiError && error.code === UNIQUE_VIOLATION)) throw error;
  }
}

/** Revokes a user's direct access to an assistant. Access through their role is not affected. */
export async function revokeDirectAccess(api: Api, pair: AccessPair): Promise<void> {
  const { assistantId, userId } = pair;
  await queryRestAsAdmin(api, ignoredAnswer, (rest) =>
    rest.from('assistant_access').delete().eq('assistant_id', assistantId).eq('user_id', userId),
  );
}

/** Grants or revokes a user's direct access to an assistant. */
export function changeDirectAccess(api: Api, change: ChangeDirectAccess): Promise<void> {
  const { granted, ...pair } = parseInput(changeDirectAccessSchema, change);
  return granted ? grantDirectAccess(api, pair) : revokeDirectAccess(api, pair);
}
