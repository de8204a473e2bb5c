import { lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import { toast } from '@homie/ui';
import { useState } from 'react';
import { showError } from '../../../feedback';
import { participantKeys, useParticipantsChanged } from '../api/participant-queries';

/** The workers assigned to a participant. */
export function useAssignments(participantId: string) {
  const api = useApi();
  return useQuery({
    queryKey: participantKeys.part(participantId, 'workers'),
    queryFn: async () => (await lazyAdminApi()).listAssignments(api, participantId),
    staleTime: 0,
  });
}

/** Runs changes one at a time, tells how each ended, and reads anew what they may have touched, also after a failure. */
export function useWorkersChange() {
  const changed = useParticipantsChanged();
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
      await changed();
      setBusy(false);
    }
  }

  return { busy, run };
}
