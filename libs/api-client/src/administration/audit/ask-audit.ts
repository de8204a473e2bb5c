import { requireAdmin } from '../../endpoints/access/is-admin';
import type { Api } from '../../http/api';
import { askRest } from '../ask-rest';

/**
 * Runs an audit query or lookup: everything of the audit screen needs a session, then an administrator.
 * @throws ApiError 'Authentication required' or 'Admin access required', else as {@link askRest}
 */
export const askAudit: typeof askRest = async (api: Api, ...query) => {
  await requireAdmin(api, 'Authentication required');
  return askRest(api, ...query);
};
