import { DocumentsPanel } from '../../documents/documents-panel';
import { HistoryPanel } from '../../records/history-panel';
import { defineDialogs } from '../../resource/define-dialogs';
import { AccessPanel } from './access/access-panel';
import { assistantResource } from './assistant';
import { AssistantFields } from './form/assistant-fields';
import {
  assistantFormSchema,
  assistantLabels,
  describeAssistantValue,
  newAssistant,
  newAssistantSchema,
  toFormValues,
} from './form/assistant-form';
import { ModelPanel } from './form/model-panel';
import { VersionsPanel } from './versions/versions-panel';
import { describeDeletion } from './describe-deletion';

/** The dialogs of the assistants. */
export const AssistantDialogs = defineDialogs({
  ...assistantResource,
  form: {
    schema: assistantFormSchema,
    toValues: toFormValues,
    labels: assistantLabels,
    describeValue: describeAssistantValue,
    fields: (assistant) => (
      <AssistantFields assistantId={assistant?.id} participantName={assistant?.participant_name} />
    ),
    create: {
      title: 'Create Assistant',
      description: 'Only administrators can use it until you grant access.',
      submitLabel: 'Create',
      busyLabel: 'Creating...',
      defaultValues: newAssistant,
      schema: newAssistantSchema,
    },
  },
  tabs: [
    {
      id: 'model',
      label: 'Model',
      title: 'Model and instructions',
      isForm: true,
      content: ({ id, openai_assistant_id: key }, form) => (
        <ModelPanel assistantId={id} assistantKey={key} form={form} />
      ),
    },
    {
      id: 'versions',
      label: 'Versions',
      title: 'Versions of the instructions',
      content: (assistant) => <VersionsPanel assistant={assistant} />,
    },
    {
      id: 'documents',
      label: 'Documents',
      title: 'Documents',
      content: ({ id }) => <DocumentsPanel holder={{ assistantId: id }} />,
    },
    {
      id: 'access',
      label: 'Access',
      title: 'Manage Access',
      content: ({ id }) => <AccessPanel assistantId={id} />,
    },
    {
      id: 'history',
      label: 'History',
      title: 'History',
      content: ({ id }) => <HistoryPanel kind="assistant" id={id} />,
    },
  ],
  remove: { kind: 'assistant', describe: describeDeletion },
});
