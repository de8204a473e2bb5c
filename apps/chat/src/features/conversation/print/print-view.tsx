import { Box, Heading, List, ListItem, Text } from '@homie/ui';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ReplyItem } from '../../../engine/reply-item';
import type { UserItem } from '../../../engine/user-item';
import { fileSize } from '../../../platform/file-size';
import { fullTime } from '@homie/widgets';
import { replyNote } from '../reply-note';
import { ReplyText } from '../reply-text';
import { printStyles } from './print-styles';

/** A message as it is printed. */
export type PrintedItem =
  | Pick<UserItem, 'kind' | 'key' | 'at' | 'content' | 'files'>
  | Pick<ReplyItem, 'kind' | 'key' | 'at' | 'text' | 'state' | 'reason' | 'notes' | 'citations'>;

interface PrintViewProps {
  conversationId: string;
  title: string | undefined;
  /** The line under the title. */
  about: string | undefined;
  /** The author of the user messages. */
  writer: string;
  /** The author of the replies. */
  assistant: string | undefined;
  items: readonly PrintedItem[];
  /** Earlier messages are not loaded: the browser's own command prints what there is. */
  isIncomplete?: boolean;
}

/** The print version of a conversation: authors, times and text, without controls. Replaces the whole page. */
export function PrintView({
  conversationId,
  title = '',
  about,
  writer,
  assistant = 'Assistant',
  items,
  isIncomplete = false,
}: PrintViewProps) {
  const [printedAt] = useState(() => fullTime(new Date()));
  useLayoutEffect(() => {
    // Browsers suggest the title of the page as the name of the file.
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  return createPortal(
    <Box as="main" data-print css={printStyles}>
      <Heading translate="no" as="h1" size="md">
        {title}
      </Heading>
      <Text size="sm">{`${about}, printed ${printedAt}`}</Text>
      {isIncomplete && (
        <Text mt="2" fontWeight="semibold">
          Earlier messages are not included. To print all of them, choose “Print or save as PDF” in
          the actions of the conversation.
        </Text>
      )}
      {items.map((item) => (
        <PrintedMessage key={item.key} {...{ item, conversationId, writer, assistant }} />
      ))}
    </Box>,
    document.body,
  );
}

interface PrintedMessageProps extends Pick<PrintViewProps, 'conversationId' | 'writer'> {
  assistant: string;
  item: PrintedItem;
}

function PrintedMessage({ item, conversationId, writer, assistant }: PrintedMessageProps) {
  const note = item.kind === 'reply' ? replyNote(item)?.text : undefined;
  const live = item.kind === 'reply' && item.state === 'live';
  return (
    <article>
      <h2>
        <span translate="no">{item.kind === 'user' ? writer : assistant}</span>
        {item.at !== null && <span>{`, ${fullTime(new Date(item.at))}`}</span>}
      </h2>
      {item.kind === 'user' ? (
        <Box translate="no" dir="auto" whiteSpace="pre-wrap">
          {item.content}
        </Box>
      ) : (
        <ReplyText {...{ conversationId, live }} text={item.text} />
      )}
      {item.kind === 'user' &&
        item.files.map(({ name, size, supabasePath }) => (
          <Text key={supabasePath} size="sm">
            <span translate="no">{name}</span>
            <span>{`, ${fileSize(size)}`}</span>
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
              <span translate="no">
                {number === undefined ? `${title}, ${url}` : `[${number}] ${title}`}
              </span>
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
