import { findConversation, useQueryClient } from '@homie/api-client';
import { memo, type ComponentProps, type RefObject } from 'react';
import { Composer } from '../features/composer/composer';
import { FileDrop } from '../platform/file-drop';
import { ConversationView } from '../features/conversation/conversation-view';
import { useUploader } from '../engine/react';
import { useRetainedViews } from './use-retained-views';
import { ViewLayer } from './view-layer';

interface OpenConversationProps extends Pick<
  ComponentProps<typeof ConversationView>,
  'conversationId' | 'conversation' | 'messageId' | 'onSelect' | 'onMissing' | 'onAct'
> {
  /** The element that had the focus when the conversation was opened. */
  openedFrom: RefObject<Element | null>;
}

/**
 * A conversation and its composer: most of the chat's code, which the list and the welcome screen do not need. Others
 * stay rendered in hidden layers, without effects: to show one again is a matter of one frame.
 */
export function OpenConversation({
  conversationId,
  conversation,
  messageId,
  ...views
}: OpenConversationProps) {
  const client = useQueryClient();
  const uploader = useUploader();
  const ids = useRetainedViews(conversationId);
  return (
    <FileDrop onFiles={(files) => uploader.add(conversationId, files)}>
      {ids.map((id) => {
        const shown = id === conversationId;
        return (
          <ViewLayer key={id} shown={shown}>
            <RetainedView
              {...views}
              conversationId={id}
              conversation={shown ? conversation : findConversation(client, id)}
              messageId={shown ? messageId : null}
            />
          </ViewLayer>
        );
      })}
    </FileDrop>
  );
}

/** Memoised: all props of a view that is shown again or hidden are usually the same, so that it is not rendered. */
const RetainedView = memo(function RetainedView({ openedFrom, ...view }: OpenConversationProps) {
  const { conversationId } = view;
  return (
    <ConversationView
      {...view}
      composer={(props) => <Composer {...{ conversationId, openedFrom }} {...props} />}
    />
  );
});
