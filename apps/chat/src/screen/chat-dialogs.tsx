import type { ConversationRow } from '@homie/contracts';
import { useCallback } from 'react';
import type { ActOn } from '../platform/use-conversation-actions';
import type { SidebarState } from '../features/sidebar/use-sidebar';
import type { Select } from '../platform/use-selection';
import { WhenLoaded } from '../platform/when-loaded';

const loadNew = () => import('../features/new-conversation/new-conversation-dialog');
const loadRename = () => import('../features/conversation-actions/rename-dialog');
const loadDelete = () => import('../features/conversation-actions/delete-dialog');
const loadFiles = () => import('../features/files/files-dialog');
const loadHandOver = () => import('../features/handovers/hand-over-dialog');
const loadPalette = () => import('../features/palette/palette');
const loadShortcuts = () => import('../features/shortcuts-dialog');

/** The open dialog and its subject. */
export type OpenDialog =
  | { name: 'new'; assistantId: string | null }
  | { name: 'rename' | 'delete' | 'files' | 'hand-over'; conversation: ConversationRow }
  | { name: 'palette' | 'shortcuts' };

interface ChatDialogsProps {
  dialog: OpenDialog | null;
  /** The conversation on the screen. */
  current: ConversationRow | undefined;
  sidebar: SidebarState;
  onAct: ActOn;
  onSelect: Select;
  onOpen: (dialog: OpenDialog | null) => void;
  onDeleted: (id: string) => void;
}

/** The dialogs of the chat, one at a time. */
export function ChatDialogs(props: ChatDialogsProps) {
  const { dialog, current, sidebar, onAct, onSelect, onOpen, onDeleted } = props;
  const close = useCallback(() => onOpen(null), [onOpen]);
  switch (dialog?.name) {
    case 'new':
      return (
        <WhenLoaded key="new" load={loadNew} onFailure={close}>
          {({ NewConversationDialog }) => (
            <NewConversationDialog
              assistantId={dialog.assistantId}
              onCreated={onSelect}
              onClose={close}
            />
          )}
        </WhenLoaded>
      );
    case 'rename':
      return (
        <WhenLoaded key="rename" load={loadRename} onFailure={close}>
          {({ RenameDialog }) => (
            <RenameDialog conversation={dialog.conversation} onClose={close} />
          )}
        </WhenLoaded>
      );
    case 'delete':
      return (
        <WhenLoaded key="delete" load={loadDelete} onFailure={close}>
          {({ DeleteDialog }) => (
            <DeleteDialog
              conversation={dialog.conversation}
              onClose={close}
              onDeleted={({ id }) => onDeleted(id)}
            />
          )}
        </WhenLoaded>
      );
    case 'files':
      return (
        <WhenLoaded key="files" load={loadFiles} onFailure={close}>
          {({ FilesDialog }) => (
            <FilesDialog
              conversation={dialog.conversation}
              onJump={(messageId) => onSelect(dialog.conversation, { messageId })}
              onClose={close}
            />
          )}
        </WhenLoaded>
      );
    case 'hand-over':
      return (
        <WhenLoaded key="hand-over" load={loadHandOver} onFailure={close}>
          {({ HandOverDialog }) => (
            <HandOverDialog conversation={dialog.conversation} onClose={close} />
          )}
        </WhenLoaded>
      );
    case 'palette':
      return (
        <WhenLoaded key="palette" load={loadPalette} onFailure={close}>
          {({ Palette }) => (
            <Palette
              current={current}
              newChat={() => onOpen({ name: 'new', assistantId: null })}
              search={sidebar.search}
              showArchived={() => {
                sidebar.showArchived(true);
                sidebar.expand();
              }}
              showShortcuts={() => onOpen({ name: 'shortcuts' })}
              onAct={onAct}
              open={(conversation, messageId) => onSelect(conversation, { messageId })}
              start={(assistantId) => onOpen({ name: 'new', assistantId })}
              onClose={close}
            />
          )}
        </WhenLoaded>
      );
    case 'shortcuts':
      return (
        <WhenLoaded key="shortcuts" load={loadShortcuts} onFailure={close}>
          {({ ShortcutsDialog }) => <ShortcutsDialog onClose={close} />}
        </WhenLoaded>
      );
    case undefined:
      return null;
  }
}
