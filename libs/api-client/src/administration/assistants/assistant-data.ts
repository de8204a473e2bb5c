import { ASSISTANTS_KEY } from '../../endpoints/assistants-key';
import { resourceData } from '../resource-data';
import { createAssistant, deleteAssistant, updateAssistant } from './change-assistants';
import { getAssistant } from './get-assistant';
import { listAssistantPage } from './list-assistant-page';

/** The assistants of the organisation, as administrators manage them. */
export const assistantData = resourceData(
  'assistants',
  {
    list: listAssistantPage,
    get: getAssistant,
    create: createAssistant,
    update: updateAssistant,
    remove: deleteAssistant,
  },
  // The chat lists them too.
  [ASSISTANTS_KEY],
);
