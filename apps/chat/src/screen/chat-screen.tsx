import { useConversation } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { useDocumentTitle, useEnvironment } from '@homie/composition';
import type { ConversationRow } from '@homie/contracts';
import { Flex } from '@homie/ui';
import { useCallback, useEffect, useState } from 'react';
import { Composer } from '../features/composer';
import { ConversationView } from '../features/conversation';
import { DeleteDialog } from '../features/delete-conversation';
import { NewConversationDialog } from '../features/new-conversation';
import { RenameDialog } from '../features/rename-conversation';
import { SidebarArea } from '../features/sidebar';
import { Welcome } from '../features/welcome';
import { useSelection } from '../selection/use-selection';
import { TurnsProvider } from '../turns/turns-context';

type OpenDialog = { name: 'new' } | { name: 'rename' | 'delete'; conversation: ConversationRow };

/** The chat: conversations beside the one that the address selects. */
export function ChatScreen() {
  const userId = useSession()?.user.id;
  return (
    userId !== undefined && (
      <TurnsProvider key={userId} userId={userId}>
        <Chat />
      </TurnsProvider>
    )
  );
}

function Chat() {
  const { productName } = useEnvironment();
  const { conversationId, assistantId, select } = useSelection();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const openNew = () => setDialog({ name: 'new' });
  const forget = useCallback(() => select(null, { replace: true }), [select]);

  const conversation = useConversation(conversationId).data;
  useDocumentTitle(conversation?.title);
  useEffect(() => {
    // An address with another assistant than the conversation's is put right.
    if (conversation && conversation.assistant_id !== assistantId)
      select(conversation, { replace: true });
  }, [conversation, assistantId, select]);

  return (
    <Flex height="full" minHeight="0">
      <SidebarArea
        selectedId={conversationId}
        onNewChat={openNew}
        onRename={(row) => setDialog({ name: 'rename', conversation: row })}
        onDelete={(row) => setDialog({ name: 'delete', conversation: row })}
      />
      {conversationId === null ? (
        <Welcome productName={productName} onNewChat={openNew} />
      ) : (
        <ConversationView
          key={conversationId}
          conversationId={conversationId}
          onMissing={forget}
          composer={(props) => <Composer conversationId={conversationId} {...props} />}
        />
      )}
      {dialog?.name === 'new' && (
        <NewConversationDialog assistantId={assistantId} onCreated={select} onClose={close} />
      )}
      {dialog?.name === 'rename' && (
        <RenameDialog conversation={dialog.conversation} onClose={close} />
      )}
      {dialog?.name === 'delete' && (
        <DeleteDialog
          conversation={dialog.conversation}
          onClose={close}
          onDeleted={({ id }) => {
            if (id === conversationId) forget();
          }}
        />
      )}
    </Flex>
  );
}
