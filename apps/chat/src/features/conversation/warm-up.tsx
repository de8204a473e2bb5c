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

/** A little of everything that replies are made of, in parts that take no longer than a moment each. */
const REPLIES = [
  said.content,
  '- item\n  - item\n\n1. item\n\n- [ ] task\n\n> *quote*',
  '| a | b |\n| --- | ---: |\n| 1 | **2** |',
  '```\ncode();\n```\n\n### ~~Heading~~',
];

/** What a conversation goes through with its first message: sent, awaited, answered. */
const SAMPLES: readonly ThreadItem[] = [
  sentItem(send, null),
  awaitedReply(),
  userItem({ ...said, role: 'user' }, true),
  ...REPLIES.map((content) =>
    replyItem(undefined, { stored: { ...said, content, role: 'assistant' } }),
  ),
];

let isWarm = false;

/**
 * Draws a message and a reply where nobody sees them, while the page has nothing else to do: code that has never run,
 * styles that were never computed and letters that were never shaped are slow, and the first message should not wait for
 * them. Of use in a conversation that has no messages yet; any other has drawn some.
 */
export function WarmUp() {
  const [drawn, setDrawn] = useState(isWarm ? SAMPLES.length : -1);
  useEffect(() => {
    if (drawn === SAMPLES.length) isWarm = true;
    else return whenIdle(() => startTransition(() => setDrawn(drawn + 1)));
    return undefined;
  }, [drawn]);
  const item = SAMPLES[drawn];
  return (
    item && (
      <Box inert position="absolute" width="full" visibility="hidden" css={{ contain: 'strict' }}>
        <ThreadRow {...{ item, conversationId }} now={NOW} edit={null} sought={false} newest />
      </Box>
    )
  );
}
