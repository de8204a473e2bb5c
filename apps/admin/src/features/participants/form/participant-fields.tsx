import { PARTICIPANT_NAME_MAX_LENGTH, type ParticipantInput } from '@homie/contracts';
import { SelectField, TextField } from '@homie/ui';
import { participantLabels as labels, statusOptions } from './participant-form';

/** The fields of a participant. */
export function ParticipantFields() {
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
