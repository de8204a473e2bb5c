import { lazyAdminApi, useApi } from '@homie/api-client';
import { toast } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { showRefusal } from '../../feedback';
import { useAssistantsChanged } from './api/assistant-queries';
import { AssistantFields } from './form/assistant-fields';
import { assistantFormSchema, assistantLabels, newAssistant } from './form/assistant-form';

/** The dialog for a new assistant. */
export function CreateAssistant({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const changed = useAssistantsChanged();
  return (
    <FormDialog
      title="Create Assistant"
      description="Only administrators can use it until you grant access."
      schema={assistantFormSchema}
      defaultValues={{ ...newAssistant }}
      submitLabel="Create"
      busyLabel="Creating..."
      onClose={onClose}
      onSubmit={async (fields, actions) => {
        const admin = await lazyAdminApi();
        try {
          await admin.createAssistant(api, fields);
        } catch (error) {
          return showRefusal(error, admin, actions, Object.keys(assistantLabels));
        }
        actions.finish();
        toast.success({ title: 'Assistant created successfully' });
        await changed();
      }}
    >
      <AssistantFields />
    </FormDialog>
  );
}
