import {
  DEFAULT_ROLE,
  PARTICIPANT_NAME_MAX_LENGTH,
  roleNameSchema,
  type Participant,
} from '@homie/contracts';
import { Box, Field, SelectField, useFormField, useFormValue, type FormValues } from '@homie/ui';
import { Combobox, UNMATCHED_TEXT } from '@homie/widgets/combobox';
import { useEffect, useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { PickedRecords } from '../../../people/picked-records';
import { roleName } from '../../../people/role-name';

/** The values of the fields that a user starts with. */
interface Start {
  role: string;
  participantIds: string[];
}

const roles = roleNameSchema.options.map((role) => ({ value: role, label: roleName(role) }));

/** Returns the IDs of participants, and text that is none of them, which the schema refuses. */
const idsOf = (participants: readonly Pick<Participant, 'id'>[], unmatched: string) => [
  ...participants.map(({ id }) => id),
  ...(unmatched === '' ? [] : [unmatched]),
];

/** The role and, of a support worker, the participants that an invited or approved user starts with. */
export function StartFields() {
  const { admin, api } = useAdminApi();
  const isWorker = useFormValue<Start, 'role'>('role') === DEFAULT_ROLE;
  const { value, setValue } = useFormField<Start, 'participantIds'>('participantIds');
  const [picked, setPicked] = useState<readonly Pick<Participant, 'id' | 'display_name'>[]>([]);
  const [unmatched, setUnmatched] = useState('');
  // Typed text is the last ID, which the schema refuses.
  const { error } = useFormField<FormValues, string>(`participantIds.${picked.length}`);

  // Selected participants are back when the role is.
  const ids = isWorker ? idsOf(picked, unmatched) : [];
  useEffect(() => {
    if (ids.join() !== value.join()) setValue(ids);
  });

  function change(participants: typeof picked, text = '') {
    setPicked(participants);
    setUnmatched(text);
  }

  return (
    <>
      <SelectField<Start> name="role" label="Role" options={roles} required />
      {isWorker && (
        <Box>
          <Field
            label="Participants"
            hint="Optional. They are assigned to these participants and may use their assistants."
            error={error && UNMATCHED_TEXT}
          >
            {(control) => (
              <Combobox
                control={control}
                maxLength={PARTICIPANT_NAME_MAX_LENGTH}
                placeholder="Search by name"
                search={async (q) =>
                  (await admin.listParticipants(api, { q, status: 'active', page: 1 })).rows
                }
                describe={({ id, display_name }: Participant) => ({
                  key: id,
                  text: display_name,
                  ...(picked.some((other) => other.id === id) && { disabled: 'Selected' }),
                })}
                emptyText="No active participant has this name"
                chosen={unmatched}
                onChoose={(participant) => change([...picked, participant])}
                onClear={() => change(picked)}
                onUnmatched={(text) => change(picked, text)}
              />
            )}
          </Field>
          {picked.length > 0 && (
            <Box mt="2">
              <PickedRecords
                label="Selected participants"
                records={picked}
                nameOf={({ display_name }) => display_name}
                onChange={(participants) => change(participants, unmatched)}
              />
            </Box>
          )}
        </Box>
      )}
    </>
  );
}
