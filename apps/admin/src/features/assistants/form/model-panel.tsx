import { useQuery, useQueryClient } from '@homie/api-client';
import type { AssistantModel, SavedAssistantModel } from '@homie/contracts';
import { SelectField, TextareaField, TextField } from '@homie/ui';
import { useState } from 'react';
import { useAdminApi } from '../../../data/admin-api';
import { UnreadPanel } from '../../../records/unread-panel';
import { VersionedForm, type FormHandle } from '../../../resource/versioned-form';
import { formatDay } from '../model-badge';
import { TryButton } from '../try/try-button';
import { SharedKeyNote } from './shared-key-note';
import {
  describeModelValue,
  modelFormSchema,
  modelLabels as labels,
  listFallbacks,
  listProviders,
  toModelValues,
  type ModelValues,
} from './model-values';

interface ModelPanelProps {
  assistantId: string;
  /** The assistant ID, which the settings belong to. */
  assistantKey: string;
  form: FormHandle;
}

/** The model settings of an assistant. An empty field uses the default of the product. */
export function ModelPanel(props: ModelPanelProps) {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.assistantModelQuery(api, props.assistantId));
  const { data } = query;
  if (!data)
    return (
      <UnreadPanel
        query={query}
        failureTitle="Failed to load the model"
        rows={4}
        label="Loading the model"
      />
    );
  return <ModelForm {...props} model={data} />;
}

interface ModelFormProps extends ModelPanelProps {
  model: SavedAssistantModel;
}

/** Restarts with the saved values after a change outside of it, such as a restored version, but never discards edits. */
function ModelForm({ assistantId, assistantKey, form, model }: ModelFormProps) {
  const { admin, api } = useAdminApi();
  const [isDirty, setDirty] = useState(false);
  const [shown, setShown] = useState(model);
  const client = useQueryClient();

  const { data: available } = useQuery(admin.availableModelsQuery(api));
  const connections = available?.connections ?? [];
  const suggestions = available?.models.map(({ provider, id, endsOn }) => ({
    value: id,
    label: [
      connections.length > 0 ? provider : '',
      endsOn === null ? '' : `ends on ${formatDay(endsOn)}`,
    ]
      .filter(Boolean)
      .join(', '),
  }));

  async function save(version: SavedAssistantModel, changes: AssistantModel) {
    const saved = await admin.changeAssistantModel(api, assistantId, version, changes);
    // The dialog may be opened again before the model was queried again.
    if (saved.outcome === 'saved')
      client.setQueryData(admin.assistantModelQuery(api, assistantId).queryKey, saved.record);
    return saved;
  }

  if (!isDirty && shown.version !== model.version) setShown(model);
  return (
    <VersionedForm
      {...form}
      key={shown.version}
      onDirty={(dirty) => {
        setDirty(dirty);
        form.onDirty(dirty);
      }}
      schema={modelFormSchema}
      record={shown}
      historyOf={{ kind: 'assistant', id: assistantId }}
      toValues={toModelValues}
      labels={labels}
      describeValue={describeModelValue}
      save={save}
      aside={<TryButton assistantId={assistantId} />}
      success="Assistant updated successfully"
      invalidate={admin.assistantData.invalidate}
    >
      <SharedKeyNote assistantKey={assistantKey} assistantId={assistantId} />
      <SelectField<ModelValues>
        name="provider"
        label={labels.provider}
        options={listProviders(connections, model.provider)}
      />
      <TextField<ModelValues>
        name="model"
        label={labels.model}
        hint="Choose one that the provider lists, or type its name. Leave blank to use the default."
        maxLength={200}
        suggestions={suggestions}
      />
      <TextareaField<ModelValues>
        name="instructions"
        label={labels.instructions}
        hint="How the assistant should answer. Leave blank to use the default. Users can't see this."
        rows={8}
      />
      <TextField<ModelValues>
        name="maxOutputTokens"
        label={labels.maxOutputTokens}
        hint="In tokens, 16 to 200,000. Leave blank to use the default."
      />
      <TextField<ModelValues>
        name="maxInputTokens"
        label={labels.maxInputTokens}
        hint="In tokens, from 1,000. Older messages that don't fit are left out. Leave blank for no limit."
      />
      {(connections.length > 0 || model.fallback !== null) && (
        <SelectField<ModelValues>
          name="fallback"
          label={labels.fallback}
          hint="Writes the reply if the provider fails before the first word."
          options={listFallbacks(connections, model.fallback)}
        />
      )}
      <TextareaField<ModelValues>
        name="vectorStoreIds"
        label={labels.vectorStoreIds}
        placeholder="vs_..."
        hint="One ID per line, up to 10."
        rows={3}
      />
    </VersionedForm>
  );
}
