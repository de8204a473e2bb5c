import { Box, Spinner, Text, VisuallyHidden } from '@homie/ui';
import { lazy, Suspense } from 'react';
import { SourceList } from '../../../records/source-list';
import type { Exchange } from './use-trial';

const ReplyMarkdown = lazy(async () => ({
  default: (await import('./reply-markdown')).ReplyMarkdown,
}));

/** A message of a trial and the reply to it, with its sources and notes. */
export function ExchangeView({ question, reply }: Exchange) {
  const { text, citations, notes, status, problem } = reply;
  return (
    <>
      <Text
        dir="auto"
        width="fit-content"
        maxWidth="90%"
        marginInlineStart="auto"
        paddingInline="4"
        paddingBlock="2.5"
        borderRadius="lg"
        bg="bg.subtle"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        <VisuallyHidden>You: </VisuallyHidden>
        <span translate="no">{question}</span>
      </Text>
      <Box mt="4">
        <VisuallyHidden>Assistant: </VisuallyHidden>
        <Suspense fallback={<Text whiteSpace="pre-wrap">{text}</Text>}>
          {text !== '' && <ReplyMarkdown text={text} />}
        </Suspense>
        {status === 'running' && text === '' && (
          <>
            <Spinner size="sm" />
            <VisuallyHidden>The assistant is replying.</VisuallyHidden>
          </>
        )}
      </Box>
      {citations.length > 0 && (
        <Box mt="3">
          <SourceList citations={citations} />
        </Box>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm" tone="muted" mt="2">
          {note}
        </Text>
      ))}
      {status === 'stopped' && (
        <Text size="sm" tone="muted" mt="2">
          Stopped
        </Text>
      )}
      {status === 'failed' && (
        <Text role="alert" size="sm" color="danger.fg" mt="2">
          {problem}
        </Text>
      )}
    </>
  );
}
