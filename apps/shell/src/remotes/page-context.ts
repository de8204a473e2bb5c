import type { Auth } from '@homie/auth';
import type { Environment } from '@homie/composition';

/** What is known of the page once it has started. */
export interface PageContext {
  environment: Environment;
  auth: Auth;
}
