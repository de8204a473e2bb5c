import { findConversation, useQueryClient } from '@homie/api-client';
import type { ConversationRow } from '@homie/contracts';
import { memo, type ReactNode, type RefObject } from 'react';
import { Composer } from '../features/composer/composer';
import { FileDrop } from '../features/composer/file-drop';
import { ConversationView } from '../features/conversation/conversation-view';
import { useRetainedViews } from './use-retained-views';
import { ViewLayer } from './view-layer';

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

/**
 * A conversation and its composer: most of the chat's code, which the list and the welcome screen do not need. Others
 * stay rendered in hidden layers, without effects: to show one again is a matter of one frame.
 */
export function OpenConversation({ openedFrom, ...shown }: OpenConversationProps) {
  const { conversationId } = shown;
  const client = useQueryClient();
  const ids = useRetainedViews(conversationId);
  return (
    <FileDrop conversationId={conversationId}>
      {ids.map((id) => (
        <ViewLayer key={id} shown={id === conversationId}>
          <RetainedView
            conversationId={id}
            conversation={findConversation(client, id)}
            openedFrom={openedFrom}
            {...(id === conversationId && shown)}
          />
        </ViewLayer>
      ))}
    </FileDrop>
  );
}

type RetainedViewProps = Pick<
  OpenConversationProps,
  'conversationId' | 'conversation' | 'openedFrom'
> &
  Partial<OpenConversationProps>;

const RetainedView = memo(function RetainedView({
  conversationId,
  conversation,
  onMissing,
  menu,
  openedFrom,
}: RetainedViewProps) {
  return (
    <ConversationView
      {...{ conversationId, conversation, onMissing, menu }}
      composer={(props) => <Composer {...{ conversationId, openedFrom }} {...props} />}
    />
  );
});
