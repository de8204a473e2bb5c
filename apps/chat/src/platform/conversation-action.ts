import type { ConversationRow } from '@homie/contracts';

/** An action on a conversation, from its row or from the commands. */
export type ConversationAction =
  | 'pin'
  | 'unpin'
  | 'rename'
  | 'mark-read'
  | 'mark-unread'
  | 'files'
  | 'hand-over'
  | 'export-word'
  | 'export-markdown'
  | 'export-json'
  | 'print'
  | 'archive'
  | 'unarchive'
  | 'delete';

/** The label of each action. */
export const ACTION_LABELS: Record<ConversationAction, string> = {
  pin: 'Pin',
  unpin: 'Unpin',
  rename: 'Rename',
  'mark-read': 'Mark as read',
  'mark-unread': 'Mark as unread',
  files: 'Files',
  'hand-over': 'Hand over',
  'export-word': 'Export as Word document',
  'export-markdown': 'Export as Markdown',
  'export-json': 'Export as JSON',
  print: 'Print or save as PDF',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
};

/**
 * Returns the actions that a conversation allows now, in the order of its menu.
 * @param open true if it is on the screen: an open conversation cannot be unread
 */
export function actionsFor(
  { pinned, archived, unread }: ConversationRow,
  open: boolean,
): ConversationAction[] {
  const reading: ConversationAction[] = open ? [] : [unread ? 'mark-read' : 'mark-unread'];
  return [
    pinned ? 'unpin' : 'pin',
    'rename',
    ...reading,
    'files',
    'hand-over',
    'print',
    'export-word',
    'export-markdown',
    'export-json',
    archived ? 'unarchive' : 'archive',
    'delete',
  ];
}
