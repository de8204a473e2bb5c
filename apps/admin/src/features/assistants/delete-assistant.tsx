import { lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import type { Assistant, DeletionEffect } from '@homie/contracts';
import { ConfirmDialog, Dialog, toast } from '@homie/ui';
import { TypedConfirmDialog } from '@homie/widgets';
import { useState } from 'react';
import { showError } from '../../feedback';
import { UnreadRecord } from '../../records';
import { assistantKeys, useAssistant, useAssistantsChanged } from './api/assistant-queries';

interface DeleteAssistantProps {
  id: string;
  known: Assistant | undefined;
  onClose: () => void;
}

/** Asks before an assistant is deleted, with what goes with it. Lost conversations take its label to be typed. */
export function DeleteAssistant({ id, known, onClose }: DeleteAssistantProps) {
  const api = useApi();
  const query = useAssistant(id);
  const { data: assistant = known } = query;
  const changed = useAssistantsChanged();
  const [busy, setBusy] = useState(false);
  const effect = useQuery({
    queryKey: assistantKeys.part(id, 'deletion'),
    queryFn: async () => (await lazyAdminApi()).readDeletionEffect(api, { kind: 'assistant', id }),
    staleTime: 0,
    gcTime: 0,
  });

  async function confirm() {
    setBusy(true);
    try {
      await (await lazyAdminApi()).deleteAssistant(api, id);
      onClose();
      toast.success({ title: 'Assistant deleted successfully' });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
    await changed();
  }

  if (!query.data && query.isError) {
    return (
      <Dialog open size="sm" title="Delete assistant?" onClose={onClose}>
        <UnreadRecord noun="assistant" query={query} />
      </Dialog>
    );
  }
  if (!assistant || effect.isPending) return null;
  const shared = {
    open: true,
    title: 'Delete assistant?',
    body: describeEffect(assistant.label, effect.data),
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
    <TypedConfirmDialog {...shared} name={assistant.label} />
  );
}

const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

/** What is lost, in a sentence. */
function describeEffect(label: string, effect: DeletionEffect | undefined): string {
  const warning = `This cannot be undone. It removes ${label} and all associated conversations`;
  if (!effect) return `${warning}.`;
  if (effect.conversations === 0) return `${warning}. There are none now.`;
  const { conversations, people, messages, files } = effect;
  const parts = [count(messages, 'message'), ...(files > 0 ? [count(files, 'file')] : [])];
  return (
    `${warning}: ${count(conversations, 'conversation')} from ` +
    `${count(people, 'person', 'people')} (${parts.join(', ')}).`
  );
}
