import { announce, Box, EmptyState, ErrorState, IconSearch, List, SkeletonRows } from '@homie/ui';
import { useNow } from '@homie/widgets';
import { useEffect } from 'react';
import { useSearchHits } from '../../platform/use-search-hits';
import { SearchHit } from './search-hit';
import { SearchNote } from './search-note';

const SKELETON_ROWS = 3;

export interface SearchResultsProps {
  /** The text in the field. */
  typed: string;
  /** The text in the field when the user paused; '' before a search. */
  rested: string;
  onChoose: (() => void) | undefined;
}

/** The conversations whose title or messages contain a text. */
export function SearchResults({ typed, rested, onChoose }: SearchResultsProps) {
  const { q, hits, searching, offline, failed, retrying, retry } = useSearchHits(typed, rested);
  const now = useNow();
  const count = searching || failed ? undefined : hits.length;
  useEffect(() => {
    if (count === undefined) return;
    announce(count === 1 ? '1 conversation found' : `${count} conversations found`);
  }, [q, count]);

  if (failed && hits.length === 0)
    return (
      <ErrorState
        headingAs="h3"
        title="The search failed"
        description="Your conversations are safe."
        retrying={retrying}
        onRetry={retry}
      />
    );
  return (
    <>
      <Box
        flex="1"
        minHeight="0"
        overflowY="auto"
        marginInline="-2"
        paddingInline="2"
        paddingBottom="2"
      >
        {hits.length > 0 && (
          <List
            aria-label="Search results"
            aria-busy={searching}
            data-query={q}
            display="flex"
            flexDirection="column"
            gap="0.5"
          >
            {hits.map((hit) => (
              <SearchHit key={hit.conversation.id} hit={hit} q={q} now={now} onChoose={onChoose} />
            ))}
          </List>
        )}
        {hits.length === 0 &&
          (searching ? (
            <SkeletonRows rows={SKELETON_ROWS} label="Searching" />
          ) : (
            <EmptyState
              headingAs="h3"
              icon={<IconSearch />}
              title={`No conversations match ‘${q}’`}
              description="Try fewer or other words."
            />
          ))}
      </Box>
      {offline && <SearchNote text="You're offline." />}
      {failed && <SearchNote text="The search failed." retrying={retrying} onRetry={retry} />}
    </>
  );
}
