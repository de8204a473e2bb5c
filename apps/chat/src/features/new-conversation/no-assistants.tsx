import type { Assistant } from '@homie/contracts';
import { EmptyState, ErrorState, IconOffline, IconSparkle } from '@homie/ui';

export interface NoAssistantsProps {
  /** The query of the assistants, which has none. */
  query: {
    data: Assistant[] | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
}

/** Says why no assistant can be chosen: there is none, they failed to load, or the user is offline. */
export function NoAssistants({ query }: NoAssistantsProps) {
  if (query.data)
    return (
      <EmptyState
        icon={<IconSparkle />}
        title="No assistants yet"
        description="You don't have access to any assistants yet. Ask an administrator."
      />
    );
  if (query.isError)
    return (
      <ErrorState
        title="Assistants could not be loaded"
        description="What you type is saved. Check your connection and try again."
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <EmptyState
      icon={<IconOffline />}
      title="You're offline"
      description="The assistants will load when you're back."
    />
  );
}
