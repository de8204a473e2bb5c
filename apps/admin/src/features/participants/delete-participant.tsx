import { lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import type { Participant } from '@homie/contracts';
import { ConfirmDialog, Dialog, toast } from '@homie/ui';
import { TypedConfirmDialog } from '@homie/widgets';
import { useState } from 'react';
import { showError } from '../../feedback';
import { UnreadRecord } from '../../records';
import { participantKeys, useParticipant, useParticipantsChanged } from './api/participant-queries';
import { describeDeletion } from './model/describe-deletion';

interface DeleteParticipantProps {
  id: string;
  known: Participant | undefined;
  onClose: () => void;
}

/** Asks before a participant is deleted, with what goes with them. Lost conversations take the name to be typed. */
export function DeleteParticipant({ id, known, onClose }: DeleteParticipantProps) {
  const api = useApi();
  const query = useParticipant(id, known);
  const { data: participant } = query;
  const changed = useParticipantsChanged();
  const [busy, setBusy] = useState(false);
  const effect = useQuery({
    queryKey: participantKeys.part(id, 'deletion'),
    queryFn: async () =>
      (await lazyAdminApi()).readDeletionEffect(api, { kind: 'participant', id }),
    staleTime: 0,
    gcTime: 0,
  });

  async function confirm() {
    setBusy(true);
    try {
      await (await lazyAdminApi()).deleteParticipant(api, id);
      onClose();
      toast.success({ title: 'Participant deleted successfully' });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
    await changed();
  }

  if (!query.data && query.isError) {
    return (
      <Dialog open size="sm" title="Delete participant?" onClose={onClose}>
        <UnreadRecord noun="participant" query={query} />
      </Dialog>
    );
  }
  if (!participant || effect.isPending) return null;
  const { display_name } = participant;
  const shared = {
    open: true,
    title: 'Delete participant?',
    body: describeDeletion(display_name, effect.data),
    confirmLabel: 'Delete',
    busyLabel: 'Deleting...',
    busy,
    onConfirm: () => void confirm(),
    onCancel: onClose,
  };
  // Where it is not known what would be lost, it is asked as if it were much.
  return effect.data?.conversations === 0 ? (
    <ConfirmDialog {...shared} destructive />
  ) : (
    <TypedConfirmDialog {...shared} name={display_name} />
  );
}
