import { ApiProvider } from '@homie/api-client';
import { AuthProvider, type Auth } from '@homie/auth';
import {
  BrowserRouter,
  EnvironmentProvider,
  SlotsProvider,
  type Environment,
} from '@homie/composition';
import { LiveRegion, Toaster, UiProvider } from '@homie/ui';
import { FailureScreen } from '../layout/failure-screen';
import type { RemoteLoader } from '../remotes/loading/remote-loader';
import { RemotesProvider } from '../remotes/remotes-provider';
import type { AuthLink } from './auth-link';
import { waitingUser } from './waiting-user';
import { AppRoutes } from './app-routes';
import { Component, useState, type ReactNode } from 'react';

/** The last error boundary: shows errors that no other one caught, instead of a blank page. */
class ProductBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <FailureScreen
        title="Something went wrong"
        description="This page stopped working. Messages you sent are saved."
        retryLabel="Reload the page"
        onRetry={() => window.location.reload()}
        detail={error.message}
      />
    );
  }
}

interface AppProps {
  environment: Environment;
  auth: Auth;
  remotes: RemoteLoader;
  link: AuthLink;
}

/** The product: one of everything that shell and remotes share, around the routes. */
export function App({ environment, auth, remotes, link }: AppProps) {
  const [reportWaiting] = useState(
    () => () => waitingUser.setState(auth.store.getState().session?.user.id ?? ''),
  );
  return (
    <UiProvider>
      <LiveRegion />
      <Toaster />
      <ProductBoundary>
        <EnvironmentProvider value={environment}>
          <AuthProvider value={auth}>
            <ApiProvider
              baseUrl={environment.supabaseUrl}
              publishableKey={environment.publishableKey}
              getAccessToken={auth.getAccessToken}
              onAuthError={auth.sessionRefused}
              onWaiting={reportWaiting}
            >
              <RemotesProvider remotes={remotes}>
                <SlotsProvider>
                  <BrowserRouter useTransitions={false}>
                    <AppRoutes link={link} />
                  </BrowserRouter>
                </SlotsProvider>
              </RemotesProvider>
            </ApiProvider>
          </AuthProvider>
        </EnvironmentProvider>
      </ProductBoundary>
    </UiProvider>
  );
}
