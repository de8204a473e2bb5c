import { Center, ErrorState, Skeleton, Stack, VisuallyHidden } from '@homie/ui';

/** Where messages will stand. */
export function ThreadSkeleton() {
  return (
    <Stack gap="6">
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

/** In place of messages that did not load. */
export function ThreadFailure({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <Center minHeight="full">
      <ErrorState
        title="Messages did not load"
        description="They are safe. Your other conversations are not affected."
        retrying={retrying}
        onRetry={onRetry}
      />
    </Center>
  );
}
