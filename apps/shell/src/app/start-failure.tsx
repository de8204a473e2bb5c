import { UiProvider } from '@homie/ui';
import { FailureScreen } from '../layout/failure-screen';

const BLOCKED = 'Your browser blocks site data for this page. Allow it and reload.';
const DESCRIPTIONS = {
  unreadable: 'Its settings could not be loaded. Check your connection and try again.',
  broken: 'Something went wrong while it started. Reload the page.',
};

interface StartFailureProps {
  error: unknown;
  kind: keyof typeof DESCRIPTIONS;
  onRetry: () => void;
}

/** Replaces the product if it cannot start. */
export function StartFailure({ error, kind, onRetry }: StartFailureProps) {
  const isBlocked = error instanceof DOMException && error.name === 'SecurityError';
  return (
    <UiProvider>
      <FailureScreen
        title="The app could not start"
        description={isBlocked ? BLOCKED : DESCRIPTIONS[kind]}
        onRetry={onRetry}
        detail={error instanceof Error ? error.message : String(error)}
      />
    </UiProvider>
  );
}
