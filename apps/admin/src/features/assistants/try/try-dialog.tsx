import {
  Box,
  Button,
  Dialog,
  Flex,
  IconButton,
  IconSend,
  IconStop,
  isComposing,
  Stack,
  Text,
  Textarea,
  useIsTouchOnly,
} from '@homie/ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ExchangeView } from './exchange-view';
import type { Trial } from './use-trial';

interface TryDialogProps {
  trial: Trial;
  /** Says why the message was not sent. */
  problem: string | undefined;
  /** Resolves to false if the message cannot be sent. */
  onSend: (message: string) => Promise<boolean>;
  onClose: () => void;
}

const MESSAGE_MAX_LENGTH = 16_000;

/** A conversation with the assistant as typed in the form, which is not stored. */
export function TryDialog({ trial, problem, onSend, onClose }: TryDialogProps) {
  const { exchanges, isRunning } = trial;
  const [message, setMessage] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const last = useRef<HTMLDivElement>(null);
  const isTouchOnly = useIsTouchOnly();
  // A new message moves to the top once; the reply below it does not move while it is read.
  useEffect(() => {
    last.current?.scrollIntoView({ block: 'start' });
  }, [exchanges.length]);

  async function send() {
    if (message.trim() === '' || isRunning) return;
    if (await onSend(message)) setMessage('');
  }

  function keyDown(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Enter' || event.shiftKey || isTouchOnly) return;
    event.preventDefault();
    void send();
  }

  function press() {
    if (isRunning) trial.stop();
    else void send();
    field.current?.focus();
  }

  function clear() {
    trial.clear();
    field.current?.focus();
  }

  return (
    <Dialog
      open
      size="lg"
      title="Try it"
      description="Uses the model settings as typed, saved or not. Nothing here is stored, except in the audit log that you tried this assistant."
      initialFocusRef={field}
      onClose={onClose}
      footer={
        <Box width="full">
          {problem !== undefined && (
            <Text role="alert" size="sm" color="danger.fg" mb="2">
              {`Not sent: ${problem}`}
            </Text>
          )}
          <Flex gap="2" alignItems="flex-end">
            <Box asChild flex="1" minHeight="11" maxHeight="32" css={{ fieldSizing: 'content' }}>
              <Textarea
                ref={field}
                rows={1}
                dir="auto"
                aria-label="Message"
                placeholder="Message"
                maxLength={MESSAGE_MAX_LENGTH}
                value={message}
                onChange={(event) => setMessage(event.currentTarget.value)}
                onKeyDown={keyDown}
              />
            </Box>
            <IconButton
              label={isRunning ? 'Stop' : 'Send'}
              variant={isRunning ? 'outline' : 'solid'}
              icon={isRunning ? <IconStop /> : <IconSend />}
              onClick={press}
            />
          </Flex>
        </Box>
      }
    >
      {exchanges.length === 0 ? (
        <Text tone="muted">Send a message to see how the assistant would reply.</Text>
      ) : (
        <Stack gap="6">
          {exchanges.map((exchange, index) => (
            <Box key={index} ref={index === exchanges.length - 1 ? last : null} scrollMarginTop="4">
              <ExchangeView {...exchange} />
            </Box>
          ))}
          <Box>
            <Button size="sm" variant="outline" onClick={clear}>
              Clear conversation
            </Button>
          </Box>
        </Stack>
      )}
    </Dialog>
  );
}
