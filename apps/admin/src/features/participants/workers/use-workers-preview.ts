import { useQuery, type WorkersChange } from '@homie/api-client';
import { useAdminApi } from '../../../data/admin-api';
import { describePreview } from '../describe-workers';

/** Describes what a change of assignments would do. Empty while no one is selected or it is not known yet. */
export function useWorkersPreview(change: WorkersChange): string {
  const { admin, api } = useAdminApi();
  const { data } = useQuery(admin.previewWorkersQuery(api, change));
  return data && change.userIds.length > 0 ? describePreview(change, data) : '';
}
