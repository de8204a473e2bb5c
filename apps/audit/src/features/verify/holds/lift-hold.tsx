import { ApiError, useApi } from '@homie/api-client';
import type { AuditHold } from '@homie/contracts';
import { ConfirmDialog, toast, withName } from '@homie/ui';
import { useState } from 'react';
import { useAuditApi } from '../../../api/audit-api';
import { holdSubject } from './describe-hold';
import { useSubjectName } from './use-subject-name';

interface LiftHoldProps {
  hold: AuditHold;
  /** Called after success and failure: another user may have lifted the hold. */
  onLifted: () => void;
  onClose: () => void;
}

/** Renders the confirmation before a hold is lifted. */
export function LiftHold({ hold, onLifted, onClose }: LiftHoldProps) {
  const api = useApi();
  const { liftAuditHold } = useAuditApi();
  const name = useSubjectName(hold);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      await liftAuditHold(api, hold.id);
      onClose();
      toast.success({ title: 'Hold lifted', description: hold.reason });
    } catch (error) {
      toast.error({
        title: 'Error',
        description: error instanceof ApiError ? error.message : 'Failed to lift the hold',
      });
      setBusy(false);
    }
    onLifted();
  }

  return (
    <ConfirmDialog
      open
      title="Lift the hold?"
      body={withName(
        `${holdSubject(hold, name)}: entries past their retention period will be purged, unless another hold covers them.`,
        name ?? '',
      )}
      confirmLabel="Lift"
      busyLabel="Lifting..."
      busy={busy}
      destructive
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
