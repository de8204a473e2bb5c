import { PARTICIPANT_NAME_MAX_LENGTH, roleNameSchema, type Participant } from '@homie/contracts';
import { Box, Field, SelectField, useFormField } from '@homie/ui';
import { Combobox } from '@homie/widgets/combobox';
import { useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { PickedRecords } from '../../../people/picked-records';
import { roleName } from '../../../people/role-name';

/** The values of the fields that a user starts with. */
interface Start {
  role: string;
  participantIds: string[];
}

const roles = roleNameSchema.options.map((role) => ({ value: role, label: roleName(role) }));

/** The role and the participants that an invited or approved user starts with. */
export function StartFields() {
  const { admin, api } = useAdminApi();
  const { setValue } = useFormField<Start, 'participantIds'>('participantIds');
  const [picked, setPicked] = useState<readonly Pick<Participant, 'id' | 'display_name'>[]>([]);

  function pick(participants: typeof picked) {
    setPicked(participants);
    setValue(participants.map(({ id }) => id));
  }

  return (
    <>
      <SelectField<Start> name="role" label="Role" options={roles} required />
      <Box>
        <Field
          label="Participants"
          hint="Optional. They are assigned to these participants and may use their assistants."
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
              onChoose={(participant) => pick([...picked, participant])}
            />
          )}
        </Field>
        {picked.length > 0 && (
          <Box mt="2">
            <PickedRecords
              label="Selected participants"
              records={picked}
              nameOf={({ display_name }) => display_name}
              onChange={pick}
            />
          </Box>
        )}
      </Box>
    </>
  );
}
