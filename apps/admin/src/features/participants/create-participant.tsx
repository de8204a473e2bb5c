import { lazyAdminApi, useApi } from '@homie/api-client';
import { participantInputSchema } from '@homie/contracts';
import { toast } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { showRefusal } from '../../feedback';
import { useParticipantsChanged } from './api/participant-queries';
import { ParticipantFields } from './form/participant-fields';
import { newParticipant, participantLabels } from './form/participant-form';

/** The dialog for a new participant. */
export function CreateParticipant({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const changed = useParticipantsChanged();
  return (
    <FormDialog
      title="Add Participant"
      description="You can add workers and an assistant afterwards."
      schema={participantInputSchema}
      defaultValues={newParticipant}
      submitLabel="Add"
      busyLabel="Adding..."
      onClose={onClose}
      onSubmit={async (fields, actions) => {
        const admin = await lazyAdminApi();
        try {
          await admin.createParticipant(api, fields);
        } catch (error) {
          return showRefusal(error, admin, actions, Object.keys(participantLabels));
        }
        actions.finish();
        toast.success({ title: 'Participant created successfully' });
        await changed();
      }}
    >
      <ParticipantFields />
    </FormDialog>
  );
}
