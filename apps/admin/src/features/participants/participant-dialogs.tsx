import { participantInputSchema } from '@homie/contracts';
import { HistoryPanel } from '../../records/history-panel';
import { Viewers } from '../../records/who-can-see';
import { defineDialogs } from '../../resource/define-dialogs';
import { ParticipantFields } from './form/participant-fields';
import {
  describeParticipantValue,
  newParticipant,
  participantLabels,
  toFormValues,
} from './form/participant-form';
import { describeDeletion } from './describe-deletion';
import { participantResource } from './participant';
import { WorkersDrawer } from './workers/workers-drawer';

/** The dialogs of the participants. */
export const ParticipantDialogs = defineDialogs({
  ...participantResource,
  form: {
    schema: () => participantInputSchema,
    toValues: toFormValues,
    labels: participantLabels,
    describeValue: describeParticipantValue,
    fields: () => <ParticipantFields />,
    create: {
      title: 'Add Participant',
      description: 'You can add workers and an assistant afterwards.',
      submitLabel: 'Add',
      busyLabel: 'Adding...',
      defaultValues: newParticipant,
    },
  },
  tabs: [
    {
      id: 'access',
      label: 'Access',
      title: 'Who can see this?',
      content: ({ id }) => <Viewers kind="participant" id={id} />,
    },
    {
      id: 'history',
      label: 'History',
      title: 'History',
      content: ({ id }) => <HistoryPanel kind="participant" id={id} />,
    },
  ],
  remove: { kind: 'participant', describe: describeDeletion },
  others: { workers: WorkersDrawer },
});
