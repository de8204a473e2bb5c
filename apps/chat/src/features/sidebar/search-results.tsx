import { useConversationSearch } from '@homie/api-client';
import { announce, EmptyState, ErrorState, IconSearch, List, SkeletonRows } from '@homie/ui';
import { useEffect } from 'react';
import { useNow } from '@homie/widgets';
import { SearchHit } from './search-hit';

const SKELETON_ROWS = 3;

interface SearchResultsProps {
  /** The searched text; '' before a search. */
  q: string;
  onChoose: (() => void) | undefined;
}

/** The conversations whose title or messages contain a text. */
export function SearchResults({ q, onChoose }: SearchResultsProps) {
  const search = useConversationSearch(q);
  const now = useNow();
  const count = search.isPlaceholderData ? undefined : search.data?.length;
  useEffect(() => {
    if (count === undefined) return;
    announce(count === 1 ? '1 conversation found' : `${count} conversations found`);
  }, [q, count]);

  if (search.isError)
    return (
      <ErrorState
        headingAs="h3"
        title="The search failed"
        description="Your conversations are safe."
        retrying={search.isFetching}
        onRetry={() => void search.refetch()}
      />
    );
  if (search.data === undefined) return <SkeletonRows rows={SKELETON_ROWS} label="Searching" />;
  if (search.data.length === 0)
    return (
      <EmptyState
        headingAs="h3"
        icon={<IconSearch />}
        title={`No conversations match ‘${q}’`}
        description="Try fewer or other words."
      />
    );
  return (
    <List
      aria-label="Search results"
      aria-busy={search.isFetching}
      display="flex"
      flexDirection="column"
      gap="0.5"
    >
      {search.data.map((hit) => (
        <SearchHit key={hit.conversation.id} hit={hit} q={q} now={now} onChoose={onChoose} />
      ))}
    </List>
  );
}
