import { useAuth, type AuthService } from '@homie/auth';
import { Button, ConfirmDialog, toast, withName } from '@homie/ui';
import { useState } from 'react';
import { reportFailure } from '../../layout/report-failure';
import type { Prove } from './use-prove';

interface RemoveItemProps {
  name: string;
  /** The consequences, for the confirmation. */
  body: string;
  /** Said once it is removed. */
  removedTitle: string;
  remove: (
    service: AuthService,
  ) => ReturnType<AuthService['mfa']['unenroll'] | AuthService['passkey']['delete']>;
  onRemoved: () => Promise<void>;
  prove: Prove;
}

/** The button that removes an authenticator app or a passkey, after a confirmation. */
export function RemoveItem(props: RemoveItemProps) {
  const { name, body, removedTitle, remove, onRemoved, prove } = props;
  const auth = useAuth();
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    const result = await prove(() =>
      auth.call(async (service) => {
        const removal = await remove(service);
        // The token of a session without factors has the lower level.
        return removal.error ? removal : service.refreshSession();
      }),
    );
    if (result?.ok) {
      toast.success({ title: removedTitle });
      // Before the dialog closes: it would return the focus to a button that is about to be removed.
      await onRemoved();
    }
    setBusy(false);
    setIsAsking(false);
    if (result && !result.ok) reportFailure(result.failure);
  }

  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Remove ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={withName(`Remove ${name}?`, name)}
        body={body}
        confirmLabel="Remove"
        busyLabel="Removing..."
        destructive
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
