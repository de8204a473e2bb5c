import { useQueryClient } from '@homie/api-client';
import { toast } from '@homie/ui';
import { useState } from 'react';
import { showError } from '../../../feedback';
import { assistantKeys } from '../api/assistant-queries';

/** Runs changes of an assistant's access one at a time, tells how each ended, and reads the access anew. */
export function useAccessChange(assistantId: string) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function run(change: () => Promise<string>): Promise<boolean> {
    setBusy(true);
    try {
      toast.success({ title: await change() });
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
