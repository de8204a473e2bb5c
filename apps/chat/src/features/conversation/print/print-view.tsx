import type { Conversation } from '@homie/contracts';
import { Box, Heading, List, ListItem, Text } from '@homie/ui';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { ReplyItem } from '../../../engine/reply-item';
import type { ThreadItem } from '../../../engine/thread-items';
import { fileSize } from '../../../platform/file-size';
import { fullTime } from '@homie/widgets';
import { replyNote } from '../reply-note';
import { ReplyText } from '../reply-text';
import { printStyles } from './print-styles';

interface PrintViewProps {
  conversation: Conversation | undefined;
  conversationId: string;
  items: readonly ThreadItem[];
}

/** The print version of a conversation: authors, times and text, without controls. Replaces the whole page. */
export function PrintView({ conversation, conversationId, items }: PrintViewProps) {
  const [printedAt] = useState(() => fullTime(new Date()));
  return createPortal(
    <Box as="main" data-print css={printStyles}>
      <Heading as="h1" size="md">
        {conversation?.title}
      </Heading>
      <Text size="sm">
        {conversation?.assistants.label}, printed {printedAt}
      </Text>
      {items.map((item) => (
        <PrintedMessage key={item.key} {...{ item, conversationId }} />
      ))}
    </Box>,
    document.body,
  );
}

function PrintedMessage({ item, conversationId }: { item: ThreadItem; conversationId: string }) {
  const note = item.kind === 'reply' ? replyNote(item)?.text : undefined;
  const live = item.kind === 'reply' && item.state === 'live';
  return (
    <article>
      <h2>
        {item.kind === 'user' ? 'You' : 'Assistant'}
        {item.at !== null && <span>, {fullTime(new Date(item.at))}</span>}
      </h2>
      {item.kind === 'user' ? (
        <Box dir="auto" whiteSpace="pre-wrap">
          {item.content}
        </Box>
      ) : (
        <ReplyText {...{ conversationId, live }} text={item.text} />
      )}
      {item.kind === 'user' &&
        item.files.map(({ name, size, supabasePath }) => (
          <Text key={supabasePath} size="sm">
            {name}, {fileSize(size)}
          </Text>
        ))}
      {note && <Text size="sm">{note}</Text>}
      {item.kind === 'reply' && <PrintedSources {...item} />}
    </article>
  );
}

/** The sources with their addresses, as no one can press a link on paper. */
function PrintedSources({ citations, notes }: Pick<ReplyItem, 'citations' | 'notes'>) {
  return (
    <>
      {citations.length > 0 && (
        <List aria-label="Sources">
          {citations.map(({ url, title, number }) => (
            <ListItem key={url} fontSize="sm">
              {number === undefined ? `${title}, ${url}` : `[${number}] ${title}`}
            </ListItem>
          ))}
        </List>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </>
  );
}
