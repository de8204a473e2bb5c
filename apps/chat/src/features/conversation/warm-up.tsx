import { Box, whenIdle } from '@homie/ui';
import { startTransition, useEffect, useState } from 'react';
import type { Send } from '../../engine/send';
import { awaitedReply, replyItem } from '../../engine/reply-item';
import type { ThreadItem } from '../../engine/thread-items';
import { sentItem, userItem } from '../../engine/user-item';
import { ThreadRow } from './thread-row';

const NOW = new Date();
const conversationId = 'sample';
const said = {
  id: 'sample',
  content: 'Words with **bold** ones, a [link](https://example.org) and `code`.\n\n## Heading',
  files: [],
  created_at: NOW.toISOString(),
  openai_message_id: null,
  parent_id: 'sample',
  alternatives: [],
};
const send: Send = {
  key: 'sample',
  conversationId,
  content: 'Words',
  files: [],
  replaces: null,
  sentAt: NOW.toISOString(),
  status: 'submitted',
};

/** Samples of all Markdown that replies consist of, in pieces that each take only a moment. */
const REPLIES = [
  said.content,
  '- item\n  - item\n\n1. item\n\n- [ ] task\n\n> *quote*',
  '| a | b |\n| --- | ---: |\n| 1 | **2** |',
  '```\ncode();\n```\n\n### ~~Heading~~',
];

/** The states of a first message and its reply: sent, awaited, answered. */
const SAMPLES: readonly ThreadItem[] = [
  sentItem(send, null),
  awaitedReply(),
  userItem({ ...said, role: 'user' }, true),
  ...REPLIES.map((content) => ({
    ...replyItem(undefined, { stored: { ...said, content, role: 'assistant' } }),
    // As one that is not stored: nothing is requested for it.
    messageId: null,
  })),
];

let isWarm = false;

/**
 * Renders an invisible message and reply while the page is idle: the first execution of code, computation of styles and
 * shaping of letters are slow, and the first message should not wait for them. Useful in a conversation without
 * messages; any other has rendered some.
 */
export function WarmUp() {
  const [rendered, setRendered] = useState(isWarm ? SAMPLES.length : -1);
  useEffect(() => {
    if (rendered === SAMPLES.length) isWarm = true;
    else return whenIdle(() => startTransition(() => setRendered(rendered + 1)));
    return undefined;
  }, [rendered]);
  const item = SAMPLES[rendered];
  return (
    item && (
      <Box inert position="absolute" width="full" visibility="hidden" css={{ contain: 'strict' }}>
        <ThreadRow {...{ item, conversationId }} now={NOW} edit={null} target={false} newest />
      </Box>
    )
  );
}
