import { useIsAdmin } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { Link } from '@homie/composition';
import type { Assistant } from '@homie/contracts';
import { EmptyState, ErrorState, IconOffline, IconSparkle, LinkButton } from '@homie/ui';

export interface NoAssistantsProps {
  /** The query of the assistants, which has none. */
  query: {
    data: Assistant[] | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  headingAs?: 'h2' | 'h3';
}

/** Says why no assistant can be chosen: there is none, they failed to load, or the user is offline. */
export function NoAssistants({ query, headingAs = 'h2' }: NoAssistantsProps) {
  const isAdmin = useIsAdmin(useSession()?.user.id);
  if (query.data)
    return (
      <EmptyState
        headingAs={headingAs}
        icon={<IconSparkle />}
        title="No assistants yet"
        description={
          isAdmin
            ? 'Create the first one. You can then try it here, and choose who may use it.'
            : "You don't have access to any assistants yet. Ask an administrator."
        }
        action={
          isAdmin && (
            <LinkButton asChild>
              <Link to="/admin/assistants?create=assistant">Create an assistant</Link>
            </LinkButton>
          )
        }
      />
    );
  if (query.isError)
    return (
      <ErrorState
        headingAs={headingAs}
        title="Assistants could not be loaded"
        description="What you type is saved. Check your connection and try again."
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <EmptyState
      headingAs={headingAs}
      icon={<IconOffline />}
      title="You're offline"
      description="The assistants will load when you're back."
    />
  );
}
