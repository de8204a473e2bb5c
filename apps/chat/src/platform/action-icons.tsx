import {
  IconArchive,
  IconAttach,
  IconDownload,
  IconPencil,
  IconPin,
  IconPrint,
  IconRead,
  IconTrash,
  IconUnarchive,
  IconUnpin,
  IconMail,
  IconUsers,
} from '@homie/ui';
import type { ReactNode } from 'react';
import type { ConversationAction } from './conversation-action';

/** The icon of each action. */
export const ACTION_ICONS: Record<ConversationAction, ReactNode> = {
  pin: <IconPin size={18} />,
  unpin: <IconUnpin size={18} />,
  rename: <IconPencil size={18} />,
  'mark-read': <IconRead size={18} />,
  'mark-unread': <IconMail size={18} />,
  files: <IconAttach size={18} />,
  'hand-over': <IconUsers size={18} />,
  'export-word': <IconDownload size={18} />,
  'export-markdown': <IconDownload size={18} />,
  'export-json': <IconDownload size={18} />,
  print: <IconPrint size={18} />,
  archive: <IconArchive size={18} />,
  unarchive: <IconUnarchive size={18} />,
  delete: <IconTrash size={18} />,
};
