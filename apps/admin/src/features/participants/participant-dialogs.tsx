import {
  participantInputSchema,
  PARTICIPANT_NAME_MAX_LENGTH,
  type ParticipantInput,
} from '@homie/contracts';
import { HistoryPanel } from '../../records/history-panel';
import { Viewers } from '../../records/who-can-see';
import { defineDialogs } from '../../resource/define-dialogs';
import {
  describeParticipantValue,
  newParticipant,
  participantLabels,
  toFormValues,
  participantLabels as labels,
  statusOptions,
} from './form/participant-form';
import { describeDeletion } from './describe-deletion';
import { participantResource } from './participant';
import { WorkersDrawer } from './workers/workers-drawer';
import { SelectField, TextField } from '@homie/ui';

/** The fields of a participant. */
function ParticipantFields() {
  return (
    <>
      <TextField<ParticipantInput>
        name="display_name"
        label={labels.display_name}
        hint={`2 to ${PARTICIPANT_NAME_MAX_LENGTH} letters without accents (Zoe for Zoë), numbers and basic punctuation`}
        autoComplete="off"
        required
      />
      <SelectField<ParticipantInput>
        name="status"
        label={labels.status}
        options={statusOptions}
        hint="Active participants can have assistants and worker assignments."
        required
      />
    </>
  );
}

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
