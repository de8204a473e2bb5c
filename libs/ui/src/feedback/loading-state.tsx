import { Center } from '../layout/flex.ts';
import { Text } from '../layout/text.ts';
import { Spinner } from './spinner.tsx';

/** Props of {@link LoadingState}. */
export interface LoadingStateProps {
  /** The pending operation, e.g. 'Loading...'. */
  label: string;
  /** Fills the window instead of its container. */
  fullScreen?: boolean;
}

/** A spinner with a visible text that screen readers announce. */
export function LoadingState({ label, fullScreen = false }: LoadingStateProps) {
  return (
    <Center
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> accepts phrasing content only
      role="status"
      gap="3"
      padding="8"
      color="brand.fg"
      minHeight={fullScreen ? '100dvh' : '40'}
    >
      <Spinner />
      <Text tone="muted">{label}</Text>
    </Center>
  );
}
