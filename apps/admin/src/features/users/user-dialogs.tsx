import { HistoryPanel } from '../../records/history-panel';
import { defineDialogs } from '../../resource/define-dialogs';
import { AccessPanel } from './access/access-panel';
import { SeesPanel } from './sees-panel';
import { userResource } from './user';

/** The dialog of a user: access to assistants, records that they can see because of it, and the history of changes. */
export const UserDialogs = defineDialogs({
  ...userResource,
  tabs: [
    {
      id: 'access',
      label: 'Access',
      title: 'Assistant Access',
      content: ({ id }) => <AccessPanel userId={id} />,
    },
    {
      id: 'sees',
      label: 'Effective access',
      title: 'What can this user see?',
      content: ({ id, role }) => <SeesPanel userId={id} role={role.name} />,
    },
    {
      id: 'history',
      label: 'History',
      title: 'History',
      content: ({ id }) => <HistoryPanel kind="user" id={id} />,
    },
  ],
});
