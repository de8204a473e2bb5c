import { lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import { ErrorState, SelectField, SkeletonRows, TextareaField, TextField, toast } from '@homie/ui';
import type { SavedAssistantModel } from '@homie/contracts';
import { DialogForm } from '@homie/widgets';
import { useRef } from 'react';
import { showRefusal } from '../../../feedback';
import { assistantKeys, useAssistantsChanged } from '../api/assistant-queries';
import {
  modelFormSchema,
  modelLabels as labels,
  providerChoices,
  tellModelValue,
  toModelValues,
} from './model-values';

interface ModelPanelProps {
  assistantId: string;
  onDirty: (isDirty: boolean) => void;
  onLeave: () => void;
  /** Closing after saving. */
  onFinish: () => void;
}

/** What an assistant is to the model, once it is read. */
export function ModelPanel({ assistantId, ...form }: ModelPanelProps) {
  const api = useApi();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: assistantKeys.part(assistantId, 'model'),
    queryFn: async ({ signal }) =>
      (await lazyAdminApi()).getAssistantModel(api, assistantId, signal),
  });
  if (!data) {
    return error ? (
      <ErrorState
        title="Failed to load the model"
        onRetry={() => void refetch()}
        retrying={isFetching}
        headingAs="h3"
      />
    ) : (
      <SkeletonRows rows={4} label="Loading the model" />
    );
  }
  return <ModelForm {...form} assistantId={assistantId} model={data} />;
}

interface ModelFormProps extends ModelPanelProps {
  model: SavedAssistantModel;
}

/** The fields; what is left empty is the product's own. It is saved against the version that was read. */
function ModelForm({ assistantId, model, onDirty, onLeave, onFinish }: ModelFormProps) {
  const api = useApi();
  const changed = useAssistantsChanged();
  const version = useRef(model);
  return (
    <DialogForm
      schema={modelFormSchema}
      defaultValues={toModelValues(model)}
      labels={labels}
      tell={tellModelValue}
      submitLabel="Save"
      busyLabel="Saving..."
      onDirty={onDirty}
      onClose={onLeave}
      onFinish={onFinish}
      onSubmit={async (fields, actions) => {
        const admin = await lazyAdminApi();
        try {
          const saved = await admin.changeAssistantModel(api, assistantId, version.current, fields);
          if (saved.outcome === 'conflict') {
            version.current = saved.current;
            return actions.changedMeanwhile(toModelValues(saved.current));
          }
        } catch (refused) {
          return showRefusal(refused, admin, actions, Object.keys(labels));
        }
        actions.finish();
        toast.success({ title: 'Assistant updated successfully' });
        await changed();
      }}
    >
      <SelectField name="provider" label={labels.provider} options={providerChoices} />
      <TextField
        name="model"
        label={labels.model}
        hint="The provider's name for the model. Leave blank to use the default."
        maxLength={200}
      />
      <TextareaField
        name="instructions"
        label={labels.instructions}
        hint="How the assistant should answer. Leave blank to use the default. People who chat can't see this."
        rows={8}
      />
      <TextField
        name="maxOutputTokens"
        label={labels.maxOutputTokens}
        hint="In tokens, 16 to 200,000. Leave blank to use the default."
      />
      <TextareaField
        name="vectorStoreIds"
        label={labels.vectorStoreIds}
        placeholder="vs_..."
        hint="One ID per line, up to 10."
        rows={3}
      />
    </DialogForm>
  );
}
