import { ASSISTANTS_KEY } from '../../endpoints/assistants-key';
import { VIEWERS_KEY } from '../records/list-viewers';
import { resourceData } from '../resource-data';
import { getUser } from './get-user';
import { listUsers } from './list-users';

/** The users with an account. They sign up, or accept an invitation. */
export const userData = resourceData(
  'users',
  { list: listUsers, get: getUser },
  // The chat lists the assistants that the signed-in user can use.
  [
    ASSISTANTS_KEY,
    ['admin', 'assistants'],
    ['admin', 'participants'],
    VIEWERS_KEY,
    ['admin', 'history'],
  ],
);
