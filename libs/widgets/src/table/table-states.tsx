import {
  Box,
  Button,
  EmptyState,
  ErrorState,
  Flex,
  IconAlert,
  IconSearch,
  VisuallyHidden,
} from '@homie/ui';

/** Rows that could not be read. */
export interface Failure {
  /** The failed operation, e.g. 'Failed to load users'. */
  title: string;
  onRetry: () => void;
  retrying: boolean;
}

/** Shown in place of rows that could not be read; a line above them if older ones are still visible. */
export function TableFailure({
  title,
  onRetry,
  retrying,
  stale = false,
}: Failure & { stale?: boolean }) {
  if (!stale) {
    return (
      <Box bg="bg.surface" borderWidth="1px" borderColor="border.subtle" borderRadius="lg">
        <ErrorState
          title={title}
          description="Nothing was changed. Check your connection and try again."
          onRetry={onRetry}
          retrying={retrying}
        />
      </Box>
    );
  }
  return (
    <Flex
      role="alert"
      alignItems="center"
      gap="3"
      mb="3"
      paddingInline="4"
      paddingBlock="2"
      borderRadius="md"
      bg="accent.subtle"
      color="accent.fg"
      fontSize="sm"
    >
      <IconAlert size={18} />
      <Box flex="1">{`${title}. The data shown may be out of date.`}</Box>
      <Button size="sm" variant="outline" onClick={onRetry} busy={retrying}>
        Retry
      </Button>
    </Flex>
  );
}

/** Shows that no row matches the filters. */
export function NoMatch({ onClear }: { onClear: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<IconSearch />}
      title="Nothing matches"
      description="Try other words, or fewer filters."
      action={
        onClear && (
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
        )
      }
    />
  );
}

/** Announces once that rows are loading. */
export function Loading() {
  return (
    <VisuallyHidden asChild>
      <output>Loading</output>
    </VisuallyHidden>
  );
}
