import {
  Center,
  EmptyState,
  ErrorState,
  IconOffline,
  Skeleton,
  Stack,
  VisuallyHidden,
} from '@homie/ui';

/** The placeholder of messages that are loading. */
export function ThreadSkeleton() {
  return (
    <Stack gap="6" data-loading>
      <VisuallyHidden asChild>
        <output>Loading messages</output>
      </VisuallyHidden>
      <Skeleton height="11" width="50%" alignSelf="flex-end" borderRadius="lg" />
      <Stack>
        <Skeleton width="90%" />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
      </Stack>
    </Stack>
  );
}

/** Replaces messages that failed to load. */
export function ThreadFailure({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Center minHeight="full">
      <ErrorState
        title="Messages could not be loaded"
        description="They are safe. Your other conversations are not affected."
        retrying={retrying}
        onRetry={onRetry}
      />
    </Center>
  );
}

/** Replaces messages that were not loaded before the browser went offline. */
export function ThreadOffline() {
  return (
    <Center minHeight="full">
      <EmptyState
        icon={<IconOffline />}
        title="You're offline"
        description="This conversation will load when you're back."
      />
    </Center>
  );
}
