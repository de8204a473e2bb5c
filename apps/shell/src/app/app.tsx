import { ApiProvider } from '@homie/api-client';
import { AuthProvider, type Auth } from '@homie/auth';
import {
  BrowserRouter,
  EnvironmentProvider,
  SlotsProvider,
  type Environment,
} from '@homie/composition';
import { LiveRegion, Toaster, UiProvider } from '@homie/ui';
import type { RemoteLoader } from '../remotes/loading/remote-loader';
import { RemotesProvider } from '../remotes/remotes-provider';
import type { AuthLink } from './auth-link';
import { ProductBoundary } from './product-boundary';
import { AppRoutes } from './app-routes';

interface AppProps {
  environment: Environment;
  auth: Auth;
  remotes: RemoteLoader;
  link: AuthLink;
}

/** The product: one of everything that shell and remotes share, around the routes. */
export function App({ environment, auth, remotes, link }: AppProps) {
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
            >
              <RemotesProvider remotes={remotes}>
                <SlotsProvider>
                  <BrowserRouter>
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
