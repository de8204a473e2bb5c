import { ComposerFrame, composerText } from '../apps/chat/src/features/composer/composer-frame.tsx';
import { AssistantHeader } from '../apps/chat/src/features/conversation/assistant-header.tsx';
import {
  ConversationFrame,
  MessageColumn,
} from '../apps/chat/src/features/conversation/conversation-frame.tsx';
import { ThreadSkeleton } from '../apps/chat/src/features/conversation/thread-states.tsx';
import { Box, Flex, IconAttach, IconButton, IconGlobe, IconSend } from '../libs/ui/src/index.ts';
import { renderStatic } from '../libs/ui/src/theme/render-static.tsx';

/** Renders an open conversation that is loading, with its composer, to HTML and CSS. */
export function renderConversation(): { html: string; css: string } {
  const buttons = (
    <>
      <IconButton label="Attach files" size="sm" icon={<IconAttach />} />
      <IconButton label="Web research" size="sm" aria-disabled icon={<IconGlobe />} />
      <Box flex="1" />
      <IconButton
        label="Send"
        size="sm"
        variant="solid"
        disabled
        borderRadius="full"
        icon={<IconSend />}
      />
    </>
  );
  return renderStatic(
    <Flex height="full" bg="bg.canvas">
      <Box
        className="sidebar"
        flexShrink="0"
        width="80"
        bg="bg.subtle"
        borderRightWidth="1px"
        borderColor="border.subtle"
      />
      <ConversationFrame
        header={<AssistantHeader conversation={undefined} onAct={() => {}} />}
        thread={
          <MessageColumn>
            <Box paddingTop="6">
              <ThreadSkeleton />
            </Box>
          </MessageColumn>
        }
        composer={
          <ComposerFrame buttons={buttons}>
            <Box asChild {...composerText}>
              <textarea rows={1} dir="auto" aria-label="Message" placeholder="Message" />
            </Box>
          </ComposerFrame>
        }
      />
    </Flex>,
  );
}
