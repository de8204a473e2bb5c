import { lazyLocalSearch } from '@homie/api-client';
import { CONVERSATION_SEARCH_MAX_LENGTH } from '@homie/contracts';
import { Box, ErrorState, isComposing, SearchField, SkeletonRows } from '@homie/ui';
import { memo, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { preloadModule, useLazyModule } from '../../platform/use-lazy-module';
import { useDebounced } from '@homie/widgets';
import type { SearchResultsProps } from './search-results';

const SEARCH_AFTER_MS = 250;
const SKELETON_ROWS = 3;

interface ConversationSearchProps {
  /** The search was requested from elsewhere: the field gets the focus. */
  wanted: boolean;
  onFocused: () => void;
  /** Called when results replace the list, and when the list returns. */
  onSearching: (searching: boolean) => void;
  /** Called when a result is chosen. */
  onChoose?: (() => void) | undefined;
}

/**
 * A field that searches conversations, with the results below it. Enter opens the first hit, the arrow keys move
 * through the results, Escape clears.
 */
export const ConversationSearch = memo(function ConversationSearch({
  wanted,
  onFocused,
  onSearching,
  onChoose,
}: ConversationSearchProps) {
  const [text, setText] = useState('');
  const area = useRef<HTMLDivElement>(null);
  const q = useDebounced(text.trim(), SEARCH_AFTER_MS);
  const searching = text.trim() !== '';

  const focused = useEffectEvent(onFocused);
  useEffect(() => {
    if (!wanted) return;
    area.current?.querySelector('input')?.focus();
    focused();
  }, [wanted]);

  function search(next: string) {
    setText(next);
    onSearching(next.trim() !== '');
  }

  function keyDown(event: KeyboardEvent) {
    if (isComposing(event) || !searching) return;
    const stops = [...(area.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    if (event.key === 'Enter') {
      const list = area.current?.querySelector<HTMLElement>('[data-query]');
      // The results may still be those of a shorter text.
      const first = list?.dataset['query'] === text.trim() ? list.querySelector('a') : null;
      if (at !== 0 || !first) return;
      first.click();
    } else if (event.key === 'Escape') {
      search('');
      stops[0]?.focus();
    } else if (event.key === 'ArrowDown') stops[Math.min(at + 1, stops.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') stops[Math.max(at - 1, 0)]?.focus();
    else return;
    event.preventDefault();
    // In a drawer, Escape would close that too.
    event.stopPropagation();
  }

  return (
    // Handles keys of the field and of the links in it.
    <Box
      ref={area}
      display="flex"
      flexDirection="column"
      flex={searching ? '1' : undefined}
      minHeight="0"
      onKeyDown={keyDown}
    >
      <Box as="search" paddingInline="3" paddingBottom="2" onFocus={preload}>
        <SearchField
          label="Search conversations"
          value={text}
          onChange={search}
          maxLength={CONVERSATION_SEARCH_MAX_LENGTH}
        />
      </Box>
      {searching && (
        <Box display="flex" flexDirection="column" flex="1" minHeight="0" paddingInline="2">
          <Results typed={text.trim()} rested={q} onChoose={onChoose} />
        </Box>
      )}
    </Box>
  );
});

const loadResults = () => import('./search-results');

function preload() {
  preloadModule(loadResults);
  preloadModule(lazyLocalSearch);
}

function Results(props: SearchResultsProps) {
  const { module, failed, retry } = useLazyModule(loadResults);
  if (failed)
    return <ErrorState headingAs="h3" title="The search could not be loaded" onRetry={retry} />;
  if (module === null) return <SkeletonRows rows={SKELETON_ROWS} label="Searching" />;
  return <module.SearchResults {...props} />;
}
