import { Center, ErrorState } from '@homie/ui';
import { Component, type ReactNode } from 'react';

/** The last error boundary: shows errors that no other one caught, instead of a blank page. */
export class ProductBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Center as="main" minHeight="100dvh">
        <ErrorState
          headingAs="h1"
          title="Something went wrong"
          description="This page stopped working. Messages you sent are saved."
          retryLabel="Reload the page"
          onRetry={() => window.location.reload()}
          detail={error.message}
        />
      </Center>
    );
  }
}
