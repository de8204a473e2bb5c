import { Center, ErrorState, UiProvider } from '@homie/ui';

/** Replaces the product if its configuration cannot be read. */
export function StartFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <UiProvider>
      <Center as="main" minHeight="100dvh">
        <ErrorState
          headingAs="h1"
          title="The app could not start"
          description="Its settings could not be loaded. Check your connection and try again."
          onRetry={onRetry}
          detail={error instanceof Error ? error.message : String(error)}
        />
      </Center>
    </UiProvider>
  );
}
