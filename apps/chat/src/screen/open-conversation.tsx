import type { ConversationRow } from '@homie/contracts';
import type { ReactNode, RefObject } from 'react';
import { Composer } from '../features/composer/composer';
import { FileDrop } from '../features/composer/file-drop';
import { ConversationView } from '../features/conversation/conversation-view';

interface OpenConversationProps {
  conversationId: string;
  /** Undefined until it is loaded. */
  conversation: ConversationRow | undefined;
  /** Called if the conversation does not exist or is not the user's. */
  onMissing: () => void;
  /** The menu of the conversation's actions. */
  menu: ReactNode;
  /** The element that had the focus when the conversation was opened. */
  openedFrom: RefObject<Element | null>;
}

/** A conversation and its composer: most of the chat's code, which the list and the welcome screen do not need. */
export function OpenConversation({
  conversationId,
  conversation,
  onMissing,
  menu,
  openedFrom,
}: OpenConversationProps) {
  return (
    <FileDrop conversationId={conversationId}>
      <ConversationView
        key={conversationId}
        conversationId={conversationId}
        conversation={conversation}
        onMissing={onMissing}
        menu={menu}
        composer={(props) => <Composer {...{ conversationId, openedFrom }} {...props} />}
      />
    </FileDrop>
  );
}
