import type { ReactNode } from 'react';
import { Composer, FileDrop } from '../features/composer';
import { ConversationView } from '../features/conversation';

export interface OpenConversationProps {
  conversationId: string;
  /** Called when there is no such conversation, or none of the person's own. */
  onMissing: () => void;
  /** What can be done with the conversation. */
  menu: ReactNode;
}

/** A conversation and where to write in it: most of the chat's code, which the list and the welcome do without. */
export function OpenConversation({ conversationId, onMissing, menu }: OpenConversationProps) {
  return (
    <FileDrop conversationId={conversationId}>
      <ConversationView
        key={conversationId}
        conversationId={conversationId}
        onMissing={onMissing}
        menu={menu}
        composer={(props) => <Composer conversationId={conversationId} {...props} />}
      />
    </FileDrop>
  );
}
