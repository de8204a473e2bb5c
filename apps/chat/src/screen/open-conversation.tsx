import type { ConversationRow } from '@homie/contracts';
import type { ReactNode, RefObject } from 'react';
import { Composer } from '../features/composer/composer';
import { FileDrop } from '../features/composer/file-drop';
import { ConversationView } from '../features/conversation/conversation-view';

export interface OpenConversationProps {
  conversationId: string;
  /** Undefined until it is known. */
  conversation: ConversationRow | undefined;
  /** Called when there is no such conversation, or none of the person's own. */
  onMissing: () => void;
  /** What can be done with the conversation. */
  menu: ReactNode;
  /** What had the focus when the conversation was opened. */
  openedFrom: RefObject<Element | null>;
}

/** A conversation and where to write in it: most of the chat's code, which the list and the welcome do without. */
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
