import type { Assistant } from '@homie/contracts';
import type { DialogAddress } from '@homie/widgets';
import { AssistantDialog } from './assistant-dialog';
import { CreateAssistant } from './create-assistant';
import { DeleteAssistant } from './delete-assistant';

interface AssistantDialogsProps {
  address: DialogAddress<'create' | 'open' | 'tab' | 'delete'>;
  /** The assistants that the table shows, so that a dialog of one of them need not wait. */
  listed: readonly Assistant[] | undefined;
}

/** Whichever dialog the address names. */
export function AssistantDialogs({ address, listed }: AssistantDialogsProps) {
  const { create, open, tab, delete: deleted } = address.parts;
  if (create === 'assistant') return <CreateAssistant onClose={address.close} />;
  const known = listed?.find(({ id }) => id === (deleted ?? open));
  if (deleted !== null)
    return <DeleteAssistant key={deleted} id={deleted} known={known} onClose={address.close} />;
  if (open === null) return null;
  return (
    <AssistantDialog
      key={open}
      id={open}
      known={known}
      tab={tab ?? 'details'}
      onTab={(next) => address.change({ open, ...(next !== 'details' && { tab: next }) })}
      onClose={address.close}
    />
  );
}
