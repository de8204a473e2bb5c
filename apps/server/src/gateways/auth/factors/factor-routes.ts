import type { AuthContext, AuthRoute } from '../auth-context.ts';
import { challengeFactor, type FactorRoute } from './challenge-factor.ts';
import { enrollFactor } from './enroll-factor.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { verifyFactor } from './verify-factor.ts';

const PATH = /^\/factors\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/challenge|\/verify)?$/i;

/**
 * Creates the routes of Supabase Auth for second factors.
 * @param completing completes a session that a route returns
 * @returns a function that finds the route of a request
 */
export function createFactorRoutes(
  context: AuthContext,
  completing: (route: AuthRoute) => AuthRoute,
): (method: string, path: string) => AuthRoute | undefined {
  const enroll = enrollFactor(context, context.productName);
  const routes: Record<string, FactorRoute> = {
    'POST /challenge': challengeFactor(context),
    'POST /verify': verifyFactor(context),
    'DELETE ': unenrollFactor(context),
  };
  return (method, path) => {
    if (method === 'POST' && path === '/factors') return enroll;
    const [, id, step = ''] = PATH.exec(path) ?? [];
    const route = routes[`${method} ${step}`];
    if (id === undefined || !route) return undefined;
    const withId: AuthRoute = (request, caller) => route(request, caller, id.toLowerCase());
    return step === '/verify' ? completing(withId) : withId;
  };
}
