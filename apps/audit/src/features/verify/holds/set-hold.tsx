import { ApiError, useApi } from '@homie/api-client';
import {
  ASSISTANT_SEARCH_MAX_LENGTH,
  PARTICIPANT_NAME_MAX_LENGTH,
  USER_SEARCH_MAX_LENGTH,
  type AuditHoldInput,
  type AuditHoldKind,
} from '@homie/contracts';
import { TextareaField, TextField, toast } from '@homie/ui';
import { ComboboxField } from '@homie/widgets/combobox';
import { FormDialog } from '@homie/widgets';
import { useAuditApi } from '../../../api/audit-api';
import { KindField } from './kind-field';

interface SetHoldProps {
  onSet: () => void;
  onClose: () => void;
}

const NEW: AuditHoldInput = { kind: 'participant', subjectId: null, reason: '' };

/** Renders the dialog that sets a hold on everything, or on a person, participant, assistant or conversation. */
export function SetHold({ onSet, onClose }: SetHoldProps) {
  const api = useApi();
  const { auditHoldInputSchema, setAuditHold } = useAuditApi();
  return (
    <FormDialog
      title="Place a hold"
      size="sm"
      schema={auditHoldInputSchema}
      defaultValues={NEW}
      submitLabel="Place hold"
      busyLabel="Placing..."
      onClose={onClose}
      onSubmit={async (input, { setFieldError, finish }) => {
        try {
          await setAuditHold(api, input);
        } catch (error) {
          const message = error instanceof ApiError ? error.message : 'Failed to place the hold';
          return setFieldError('reason', message);
        }
        onSet();
        finish();
        toast.success({ title: 'Hold placed', description: input.reason });
      }}
    >
      <KindField>{(kind) => <SubjectField kind={kind} />}</KindField>
      <TextareaField<AuditHoldInput>
        name="reason"
        label="Reason"
        hint="Shown to administrators, and to anyone who tries to delete the record."
        rows={3}
        required
      />
    </FormDialog>
  );
}

function SubjectField({ kind }: { kind: AuditHoldKind }) {
  const api = useApi();
  const { suggestUsers, suggestAssistants, suggestParticipants } = useAuditApi();
  const lookups = {
    user: ['User', 'Search by name or email', suggestUsers, USER_SEARCH_MAX_LENGTH],
    assistant: ['Assistant', 'Search by label', suggestAssistants, ASSISTANT_SEARCH_MAX_LENGTH],
    participant: [
      'Participant',
      'Search by name',
      suggestParticipants,
      PARTICIPANT_NAME_MAX_LENGTH,
    ],
  } as const;
  if (kind === 'conversation')
    return (
      <TextField<AuditHoldInput>
        name="subjectId"
        label="Conversation ID"
        placeholder="Paste the full ID"
        required
      />
    );
  if (kind === 'all') return null;
  const [label, placeholder, suggest, maxLength] = lookups[kind];
  return (
    <ComboboxField<Awaited<ReturnType<typeof suggest>>[number], AuditHoldInput>
      name="subjectId"
      label={label}
      placeholder={placeholder}
      from={3}
      maxLength={maxLength}
      search={(text) => suggest(api, text)}
      describe={({ id: key, label: text, subtitle }) => ({ key, text, detail: subtitle })}
      required
    />
  );
}
