import {
  participantInputSchema,
  PARTICIPANT_NAME_MAX_LENGTH,
  type Participant,
  type ParticipantInput,
} from '@homie/contracts';
import { DocumentsPanel } from '../../documents/documents-panel';
import { HistoryPanel } from '../../records/history-panel';
import { Viewers } from '../../records/who-can-see';
import { defineDialogs } from '../../resource/define-dialogs';
import { describeDeletion } from './describe-deletion';
import { ImportParticipants } from './import-participants';
import { participantResource } from './participant';
import { WorkersDrawer } from './workers/workers-drawer';
import { SelectField, TextField } from '@homie/ui';

const labels = {
  display_name: 'Display name',
  status: 'Status',
} as const satisfies Record<keyof ParticipantInput, string>;

const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const satisfies readonly { value: Participant['status']; label: string }[];

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
    toValues: ({ display_name, status }) => ({ display_name, status }),
    labels,
    describeValue: (_name, value) =>
      statusOptions.find((option) => option.value === value)?.label ?? String(value ?? ''),
    fields: () => <ParticipantFields />,
    create: {
      title: 'Add Participant',
      description: 'You can add workers and an assistant afterwards.',
      submitLabel: 'Add',
      busyLabel: 'Adding...',
      defaultValues: { display_name: '', status: 'active' },
    },
  },
  tabs: [
    {
      id: 'documents',
      label: 'Documents',
      title: 'Documents',
      content: ({ id }) => <DocumentsPanel holder={{ participantId: id }} />,
    },
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
  importing: ImportParticipants,
  others: { workers: WorkersDrawer },
});
