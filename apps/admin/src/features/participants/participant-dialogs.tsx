import type { Participant } from '@homie/contracts';
import type { DialogAddress } from '@homie/widgets';
import { CreateParticipant } from './create-participant';
import { DeleteParticipant } from './delete-participant';
import { ParticipantDialog } from './participant-dialog';
import { WorkersDrawer } from './workers/workers-drawer';

interface ParticipantDialogsProps {
  address: DialogAddress<'create' | 'open' | 'tab' | 'workers' | 'delete'>;
  /** The participants that the table shows, so that a dialog of one of them need not wait. */
  listed: readonly Participant[] | undefined;
}

/** Whichever dialog the address names. */
export function ParticipantDialogs({ address, listed }: ParticipantDialogsProps) {
  const { create, open, tab, workers, delete: deleted } = address.parts;
  const id = deleted ?? workers ?? open;
  const known = listed?.find((participant) => participant.id === id);
  const shared = { known, onClose: address.close };

  if (create === 'participant') return <CreateParticipant onClose={address.close} />;
  if (deleted !== null) return <DeleteParticipant key={deleted} id={deleted} {...shared} />;
  if (workers !== null) return <WorkersDrawer key={workers} id={workers} {...shared} />;
  if (open === null) return null;
  return (
    <ParticipantDialog
      key={open}
      id={open}
      tab={tab ?? 'details'}
      onTab={(next) => address.change({ open, ...(next !== 'details' && { tab: next }) })}
      {...shared}
    />
  );
}
