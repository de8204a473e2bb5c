import { useAuth } from '@homie/auth';
import { passkeyNameSchema, type PasskeyName } from '@homie/contracts/authentication';
import { TextField } from '@homie/ui';
import { FormDialog, type FormDialogActions } from '@homie/widgets';
import { reportFailure } from '../../layout/report-failure';
import type { Passkey } from './use-passkeys';

interface RenamePasskeyProps {
  passkey: Passkey;
  onClose: () => void;
  onRenamed: () => Promise<void>;
}

/** Asks for another name of a passkey. */
export function RenamePasskey({ passkey, onClose, onRenamed }: RenamePasskeyProps) {
  const auth = useAuth();

  async function rename({ name }: PasskeyName, { finish }: FormDialogActions<PasskeyName>) {
    const result = await auth.call((service) =>
      service.passkey.update({ passkeyId: passkey.id, friendlyName: name }),
    );
    if (!result.ok) return reportFailure(result.failure);
    finish();
    onClose();
    await onRenamed();
  }

  return (
    <FormDialog
      title="Rename passkey"
      size="sm"
      schema={passkeyNameSchema}
      defaultValues={{ name: passkey.name }}
      submitLabel="Save"
      busyLabel="Saving..."
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField<PasskeyName> name="name" label="Name" maxLength={120} required />
    </FormDialog>
  );
}
