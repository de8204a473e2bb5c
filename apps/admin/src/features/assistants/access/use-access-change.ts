import { useQueryClient } from '@homie/api-client';
import { toast, type ToastAction } from '@homie/ui';
import { useState } from 'react';
import { showError } from '../../../feedback';
import { assistantKeys } from '../api/assistant-queries';

/** A change of access, which returns its success message. `undo` is offered with that message. */
export interface AccessChange {
  run: () => Promise<string>;
  undo?: () => Promise<string>;
}

/** Runs changes of an assistant's access, one at a time, reports the result of each, and refetches the access. */
export function useAccessChange(assistantId: string) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function run(change: AccessChange): Promise<boolean> {
    const { undo } = change;
    const action: ToastAction | undefined = undo && {
      label: 'Undo',
      run: () => void run({ run: undo }),
    };
    setBusy(true);
    try {
      toast.success({ title: await change.run(), ...(action && { action }) });
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: assistantKeys.part(assistantId, 'grants') }),
        client.invalidateQueries({ queryKey: ['admin', 'viewers'] }),
      ]);
      setBusy(false);
    }
  }

  return { busy, run };
}
