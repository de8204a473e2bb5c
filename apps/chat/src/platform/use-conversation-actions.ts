import { useApi, useMarkConversation, type ConversationMarks } from '@homie/api-client';
import type { ConversationRow, ExportFormat } from '@homie/contracts';
import { toast } from '@homie/ui';
import { useCallback } from 'react';
import type { ConversationAction } from './conversation-action';
import { useWriter } from './use-writer';

/** Performs an action on a conversation. Memoised. */
export type ActOn = (row: ConversationRow, action: ConversationAction) => void;

interface ActionHandlers {
  /** Opens the rename dialog. */
  rename: (row: ConversationRow) => void;
  /** Opens the dialog that confirms the deletion. */
  remove: (row: ConversationRow) => void;
  /** Opens the list of its files. */
  files: (row: ConversationRow) => void;
  /** Opens the dialog that hands it over. */
  handOver: (row: ConversationRow) => void;
  /** Opens the conversation and prints it. */
  print: (row: ConversationRow) => void;
}

const MARKS: Partial<Record<ConversationAction, ConversationMarks>> = {
  pin: { pinned: true },
  unpin: { pinned: false },
  'mark-read': { unread: false },
  'mark-unread': { unread: true },
  archive: { archived: true },
  unarchive: { archived: false },
};

const EXPORTS: Partial<Record<ConversationAction, ExportFormat | 'word'>> = {
  'export-word': 'word',
  'export-json': 'json',
};

/**
 * Returns a function that performs all actions on a conversation. The caller provides those that need a dialog or the
 * screen.
 */
export function useConversationActions({
  rename,
  remove,
  files,
  handOver,
  print,
}: ActionHandlers): ActOn {
  const api = useApi();
  const writer = useWriter();
  const { mutateAsync: mark } = useMarkConversation();

  const setMarks = useCallback(
    async ({ id }: ConversationRow, marks: ConversationMarks, done?: () => void) => {
      try {
        await mark({ id, marks });
        done?.();
      } catch {
        toast.error({ title: 'Error', description: 'Failed to update conversation' });
      }
    },
    [mark],
  );

  const download = useCallback(
    async ({ id }: ConversationRow, format: ExportFormat | 'word') => {
      try {
        const { downloadConversation, downloadWord } =
          await import('../features/conversation-actions/download-conversation');
        if (format === 'word') await downloadWord(api, id, writer);
        else await downloadConversation(api, id, format);
      } catch {
        toast.error({
          title: 'Export Failed',
          description: 'The conversation could not be exported. Please try again.',
        });
      }
    },
    [api, writer],
  );

  return useCallback(
    (row, action) => {
      const marks = MARKS[action];
      if (action === 'archive') {
        const undo = { label: 'Undo', run: () => void setMarks(row, { archived: false }) };
        const title = 'Conversation archived';
        void setMarks(row, { archived: true }, () =>
          toast.success({ title, description: row.title, action: undo }),
        );
      } else if (marks) void setMarks(row, marks);
      else if (action === 'rename') rename(row);
      else if (action === 'delete') remove(row);
      else if (action === 'files') files(row);
      else if (action === 'hand-over') handOver(row);
      else if (action === 'print') print(row);
      else void download(row, EXPORTS[action] ?? 'markdown');
    },
    [setMarks, download, rename, remove, files, handOver, print],
  );
}
