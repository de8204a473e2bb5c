import { lazyAdminApi, useApi } from '@homie/api-client';
import type { Assistant } from '@homie/contracts';
import { toast } from '@homie/ui';
import { DialogForm } from '@homie/widgets';
import { useRef } from 'react';
import { showRefusal } from '../../../feedback';
import { useAssistantsChanged } from '../api/assistant-queries';
import { AssistantFields } from './assistant-fields';
import { assistantFormSchema, assistantLabels, toFormValues } from './assistant-form';

interface EditFormProps {
  assistant: Assistant;
  onDirty: (isDirty: boolean) => void;
  /** Leaving without saving. */
  onLeave: () => void;
  /** Closing after saving. */
  onFinish: () => void;
}

/** The fields of an assistant that is there. It is saved against the version that was read. */
export function EditForm({ assistant, onDirty, onLeave, onFinish }: EditFormProps) {
  const api = useApi();
  const changed = useAssistantsChanged();
  const version = useRef(assistant);
  return (
    <DialogForm
      schema={assistantFormSchema}
      defaultValues={toFormValues(assistant)}
      labels={assistantLabels}
      tell={(name, value) => tell(name, value, version.current)}
      submitLabel="Save"
      busyLabel="Saving..."
      onDirty={onDirty}
      onClose={onLeave}
      onFinish={onFinish}
      onSubmit={async (fields, actions) => {
        const admin = await lazyAdminApi();
        try {
          const saved = await admin.updateAssistant(api, version.current, fields);
          if (saved.outcome === 'conflict') {
            version.current = saved.current;
            return actions.changedMeanwhile(toFormValues(saved.current));
          }
        } catch (error) {
          return showRefusal(error, admin, actions, Object.keys(assistantLabels));
        }
        actions.finish();
        toast.success({ title: 'Assistant updated successfully' });
        await changed();
      }}
    >
      <AssistantFields assistantId={assistant.id} participantName={assistant.participant_name} />
    </DialogForm>
  );
}

/** A value in words. */
function tell(name: string, value: unknown, current: Assistant): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (name === 'kind') return value === 'org' ? 'Organisation' : 'Participant';
  if (name === 'participant_id') {
    if (value === null) return '-';
    return value === current.participant_id ? (current.participant_name ?? '-') : 'Another one';
  }
  return String(value ?? '');
}
