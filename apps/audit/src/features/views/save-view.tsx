import { ApiError, useApi } from '@homie/api-client';
import { AUDIT_VIEW_NAME_MAX_LENGTH, type AuditView, type AuditViewInput } from '@homie/contracts';
import { SwitchField, Text, TextField, toast, useFormValue, withName } from '@homie/ui';
import { FormDialog } from '@homie/widgets';
import { useAuditApi } from '../../api/audit-api';
import { findByName } from './saved-view';

interface SaveViewProps {
  /** The user's own views, to detect a name that is already used. */
  own: readonly AuditView[];
  query: AuditViewInput['query'];
  /** The view to rename or share; undefined for a new one. */
  view?: AuditView;
  onSaved: (view: AuditView) => void;
  onClose: () => void;
}

/** Renders the dialog that saves a view under a name. A new view replaces an existing one of the same name. */
export function SaveView({ own, query, view, onSaved, onClose }: SaveViewProps) {
  const api = useApi();
  const { auditViewInputSchema, saveAuditView } = useAuditApi();
  const values: AuditViewInput = {
    name: view?.name ?? '',
    shared: view?.shared ?? false,
    query,
  };
  return (
    <FormDialog
      title={view ? 'Edit view' : 'Save as a view'}
      description="Saves the filters, dates and sort order, not the entries."
      size="sm"
      schema={auditViewInputSchema}
      defaultValues={values}
      submitLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
      onSubmit={async (input, { setFieldError }) => {
        const replaced = view ?? findByName(own, input.name);
        try {
          onSaved(await saveAuditView(api, input, replaced?.id));
        } catch (error) {
          const message = error instanceof ApiError ? error.message : 'Failed to save the view';
          return setFieldError('name', message);
        }
        onClose();
        toast.success({ title: 'View saved', description: input.name });
      }}
    >
      <TextField<AuditViewInput>
        name="name"
        label="Name"
        autoComplete="off"
        maxLength={AUDIT_VIEW_NAME_MAX_LENGTH}
        required
      />
      {!view && <Replaces own={own} />}
      <SwitchField<AuditViewInput>
        name="shared"
        label="Share with all administrators"
        hint="They can open it. Only you can change it."
      />
    </FormDialog>
  );
}

/** Warns that a view of the typed name already exists. */
function Replaces({ own }: { own: readonly AuditView[] }) {
  const name = useFormValue<AuditViewInput, 'name'>('name');
  const taken = findByName(own, name);
  return (
    <Text asChild size="sm" tone="muted" minHeight="5">
      <output>{taken && withName(`This replaces your view '${taken.name}'.`, taken.name)}</output>
    </Text>
  );
}
