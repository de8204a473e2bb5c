import { lazyAdminApi, useApi } from '@homie/api-client';
import { participantInputSchema, type Participant } from '@homie/contracts';
import { toast } from '@homie/ui';
import { DialogForm } from '@homie/widgets';
import { useRef } from 'react';
import { showRefusal } from '../../../feedback';
import { useParticipantsChanged } from '../api/participant-queries';
import { ParticipantFields } from './participant-fields';
import { participantLabels, tellValue, toFormValues } from './participant-form';

interface EditFormProps {
  participant: Participant;
  onDirty: (isDirty: boolean) => void;
  /** Leaving without saving. */
  onLeave: () => void;
  /** Closing after saving. */
  onFinish: () => void;
}

/** The fields of a participant who is there, saved against the version that was read. */
export function EditForm({ participant, onDirty, onLeave, onFinish }: EditFormProps) {
  const api = useApi();
  const changed = useParticipantsChanged();
  const version = useRef(participant);
  return (
    <DialogForm
      schema={participantInputSchema}
      defaultValues={toFormValues(participant)}
      labels={participantLabels}
      tell={tellValue}
      submitLabel="Save"
      busyLabel="Saving..."
      onDirty={onDirty}
      onClose={onLeave}
      onFinish={onFinish}
      onSubmit={async (fields, actions) => {
        const admin = await lazyAdminApi();
        try {
          const saved = await admin.updateParticipant(api, version.current, fields);
          if (saved.outcome === 'conflict') {
            version.current = saved.current;
            return actions.changedMeanwhile(toFormValues(saved.current));
          }
        } catch (error) {
          return showRefusal(error, admin, actions, Object.keys(participantLabels));
        }
        actions.finish();
        toast.success({ title: 'Participant updated successfully' });
        await changed();
      }}
    >
      <ParticipantFields />
    </DialogForm>
  );
}
