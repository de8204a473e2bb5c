import { ASSISTANTS_KEY } from '../../endpoints/assistants-key';
import { VIEWERS_KEY } from '../records/list-viewers';
import { resourceData } from '../resource-data';
import {
  createParticipant,
  deleteParticipant,
  getParticipant,
  updateParticipant,
} from './change-participants';
import { listParticipants } from './list-participants';

/** The participants whom the organisation supports. */
export const participantData = resourceData(
  'participants',
  {
    list: listParticipants,
    get: getParticipant,
    create: createParticipant,
    update: updateParticipant,
    remove: deleteParticipant,
  },
  // Assistants can belong to a participant, also those that the chat lists.
  [ASSISTANTS_KEY, ['admin', 'assistants'], VIEWERS_KEY, ['admin', 'history'], ['admin', 'users']],
);
