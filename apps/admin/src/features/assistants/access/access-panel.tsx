import { lazyAdminApi, useApi, useQuery } from '@homie/api-client';
import { ErrorState, SkeletonRows } from '@homie/ui';
import { WhoCanSee } from '../../../records';
import { assistantKeys } from '../api/assistant-queries';
import { AddUsers } from './add-users';
import { RoleGrants } from './role-grants';
import { UserGrants } from './user-grants';

/** Who may use an assistant: roles, people, and the answer to who can see it in the end. */
export function AccessPanel({ assistantId }: { assistantId: string }) {
  const api = useApi();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: assistantKeys.part(assistantId, 'grants'),
    queryFn: async ({ signal }) => (await lazyAdminApi()).getGrants(api, assistantId, signal),
  });
  if (!data) {
    return error ? (
      <ErrorState
        title="Failed to load access"
        onRetry={() => void refetch()}
        retrying={isFetching}
        headingAs="h3"
      />
    ) : (
      <SkeletonRows rows={5} label="Loading access" />
    );
  }
  return (
    <>
      <RoleGrants assistantId={assistantId} grants={data.roleGrants} />
      <AddUsers assistantId={assistantId} granted={data.userGrants} />
      <UserGrants assistantId={assistantId} grants={data.userGrants} />
      <WhoCanSee kind="assistant" id={assistantId} />
    </>
  );
}
