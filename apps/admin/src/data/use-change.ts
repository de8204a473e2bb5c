import { useQueryClient, type QueryClient } from '@homie/api-client';
import { toast, type ToastAction } from '@homie/ui';
import { useState } from 'react';
import { showError } from './show-failure';

/** A change that returns its success message. `undo` is offered with that message. */
export interface Change {
  run: () => Promise<string>;
  undo?: () => Promise<string>;
}

/**
 * Runs changes one at a time, reports the result of each, and invalidates what it can have affected, also after a failure.
 * @returns `run` resolves to whether the change succeeded
 */
export function useChange(invalidate: (client: QueryClient) => Promise<void>) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function run(change: Change): Promise<boolean> {
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
      await invalidate(client);
      setBusy(false);
    }
  }

  return { busy, run };
}
