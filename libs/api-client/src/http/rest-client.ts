import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Api } from './api';
import { sendRequest } from './send-request';

/**
 * Returns the data service for the signed-in user. Its client is loaded on first use: only administration needs it.
 * @throws through its calls: ApiError 'Authentication error', 'Not authenticated' or 'Network error'
 */
export async function restClient(api: Api): Promise<PostgrestClient> {
  const { PostgrestClient } = await import('@supabase/postgrest-js');
  // The client accepts absolute URLs only; '' means the page's own origin.
  const origin = api.baseUrl || globalThis.location.origin;
  return new PostgrestClient(`${origin}/rest/v1`, {
    // The query client decides about retries: both together wait half a minute.
    retry: false,
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return sendRequest(api, url.slice(origin.length), { cache: 'no-store', ...init });
    },
  });
}
