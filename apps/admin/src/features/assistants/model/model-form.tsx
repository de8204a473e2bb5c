import { lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import { SelectField, SkeletonRows, TextareaField, TextField, toast, Button } from '@homie/ui';
import { DialogForm } from '@homie/widgets';
import { showRefusal } from '../../../feedback';
import { assistantKeys, useAssistantsChanged } from '../api/assistant-queries';
import { modelFormSchema, modelLabels as labels, toModelValues } from './model-values';

interface ModelFormProps {
  assistantId: string;
  onDirty: (isDirty: boolean) => void;
  onLeave: () => void;
  onSaved: () => void;
}

const providers = [
  { value: 'default', label: "The server's own" },
  { value: 'responses', label: 'OpenAI Responses' },
  { value: 'chat', label: 'Chat completions' },
];

/** What an assistant is to the model. What is left empty is the product's own. */
export function ModelForm({ assistantId, onDirty, onLeave, onSaved }: ModelFormProps) {
  const api = useApi();
  const changed = useAssistantsChanged();
  const { data, error, refetch } = useQuery({
    queryKey: assistantKeys.part(assistantId, 'model'),
    queryFn: async ({ signal }) =>
      (await lazyAdminApi()).getAssistantModel(api, assistantId, signal),
  });
  if (!data) {
    return error ? (
      <Button variant="outline" onClick={() => void refetch()}>
        Failed to load the model. Retry
      </Button>
    ) : (
      <SkeletonRows rows={4} label="Loading the model" />
    );
  }
  return (
    <DialogForm
      schema={modelFormSchema}
      defaultValues={toModelValues(data)}
      submitLabel="Save"
      busyLabel="Saving..."
      onDirty={onDirty}
      onClose={onLeave}
      onSubmit={async (fields, actions) => {
        const admin = await lazyAdminApi();
        try {
          await admin.changeAssistantModel(api, assistantId, fields);
        } catch (refused) {
          return showRefusal(refused, admin, actions, Object.keys(labels));
        }
        onSaved();
        toast.success({ title: 'Assistant updated successfully' });
        await changed();
      }}
    >
      <SelectField name="provider" label={labels.provider} options={providers} />
      <TextField
        name="model"
        label={labels.model}
        hint="The model's name at the provider. Empty: the server's own."
        maxLength={200}
      />
      <TextareaField
        name="instructions"
        label={labels.instructions}
        hint="How the assistant is to answer. Empty: the product's own. People who chat cannot read this."
        rows={8}
      />
      <TextField
        name="maxOutputTokens"
        label={labels.maxOutputTokens}
        hint="In tokens, 16 to 200000. Empty: the product's own."
      />
      <TextareaField
        name="vectorStoreIds"
        label={labels.vectorStoreIds}
        placeholder="vs_..."
        hint="One ID per line, at most 10."
        rows={3}
      />
    </DialogForm>
  );
}
