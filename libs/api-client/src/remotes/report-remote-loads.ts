import type { RemoteLoad } from '@homie/contracts/admin';
import type { Api } from '../http/api';
import { readFailure } from '../http/read-answer';
import { sendRequest } from '../http/send-request';

/**
 * Reports how remotes were loaded, also while the page unloads.
 * @param loads 1 to `REMOTE_LOADS_MAX`
 * @throws ApiError
 */
export async function reportRemoteLoads(api: Api, loads: readonly RemoteLoad[]): Promise<void> {
  const response = await sendRequest(api, '/rest/v1/rpc/report_remote_loads', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ loads }),
    keepalive: true,
  });
  if (!response.ok) throw await readFailure(response);
}
