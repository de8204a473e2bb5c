import { Center, ErrorState, type ErrorStateProps } from '@homie/ui';

/** Says on the whole screen why the app cannot be used. */
export function FailureScreen(props: Omit<ErrorStateProps, 'headingAs'>) {
  return (
    <Center as="main" minHeight="100dvh">
      <ErrorState {...props} headingAs="h1" />
    </Center>
  );
}
