import {
  announce,
  Box,
  Button,
  Flex,
  HStack,
  IconButton,
  IconChevronDown,
  IconX,
  Text,
} from '@homie/ui';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react';
import { clearSearchQuery } from '../../../platform/search-query';
import { useHighlightedMatches } from './use-highlighted-matches';
import { useMatches, type MatchesSearch } from './use-matches';

/** An open one of these handles its own keys. */
const MODAL = '[aria-modal=true], [role=menu]';

export interface FindBarProps extends MatchesSearch {
  /** The container of the messages; gets the focus when the bar closes. */
  thread: RefObject<HTMLElement | null>;
}

/** Navigates between the matches of a search. F3 does so from anywhere, Escape closes the bar. */
export function FindBar({ thread, ...search }: FindBarProps) {
  const { conversationId, q } = search;
  const { position, at, none, failed, retry, step } = useMatches(search);
  const bar = useRef<HTMLDivElement>(null);
  useHighlightedMatches(thread, q);

  useEffect(() => {
    if (position !== undefined) announce(`Match ${position}`);
  }, [position]);
  // Clears the search on unmount: a conversation that is opened again shows no search.
  useEffect(() => () => clearSearchQuery({ conversationId, q }), [conversationId, q]);

  function close() {
    if (bar.current?.contains(document.activeElement)) {
      const message = thread.current?.querySelector<HTMLElement>(`[data-message="${at}"]`);
      (message ?? thread.current)?.focus({ preventScroll: true });
    }
    clearSearchQuery({ conversationId, q });
  }

  const pressed = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector(MODAL) !== null) return;
    const isText = event.target instanceof HTMLElement && event.target.matches('input,textarea');
    if (event.key === 'F3') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && !isText) close();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);

  function keyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !event.shiftKey) return;
    event.preventDefault();
    step(-1);
  }

  return (
    // Handles keys of the buttons in it.
    <Flex
      as="section"
      ref={bar}
      data-find
      aria-label="Matches in this conversation"
      onKeyDown={keyDown}
      position="absolute"
      top="2"
      insetInlineEnd={{ base: '2', md: '4' }}
      maxWidth="calc(100% - 1rem)"
      zIndex="1"
      alignItems="center"
      gap="2"
      paddingInlineStart="4"
      paddingInlineEnd="1"
      paddingBlock="0.5"
      bg="bg.surface"
      borderWidth="1px"
      borderColor="border.default"
      borderRadius="lg"
      boxShadow="float"
    >
      <Text
        translate="no"
        size="sm"
        fontWeight="medium"
        truncate
        dir="auto"
        title={q}
        maxWidth="12rem"
      >
        {q}
      </Text>
      {failed ? (
        <Button size="sm" variant="ghost" onClick={retry}>
          Search again
        </Button>
      ) : (
        <Text
          size="sm"
          tone="muted"
          whiteSpace="nowrap"
          minWidth="14"
          css={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {position}
        </Text>
      )}
      <HStack gap="0">
        <IconButton
          label="Previous match"
          aria-keyshortcuts="Shift+F3"
          title="Previous match (Shift+F3)"
          disabled={none}
          onClick={() => step(-1)}
          icon={
            <Box as="span" display="flex" transform="rotate(180deg)">
              <IconChevronDown size={18} />
            </Box>
          }
        />
        <IconButton
          label="Next match"
          aria-keyshortcuts="F3"
          title="Next match (F3)"
          disabled={none}
          onClick={() => step(1)}
          icon={<IconChevronDown size={18} />}
        />
        <IconButton
          label="Close search"
          title="Close search (Esc)"
          onClick={close}
          icon={<IconX size={18} />}
        />
      </HStack>
    </Flex>
  );
}
