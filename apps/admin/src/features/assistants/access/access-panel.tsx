import { useQuery } from '@homie/api-client';
import { useAdminApi } from '../../../data/admin-api';
import { UnreadPanel } from '../../../records/unread-panel';
import { WhoCanSee } from '../../../records/who-can-see';
import { AddUsers } from './add-users';
import { RoleGrants } from './role-grants';
import { UserGrants } from './user-grants';

/** Who may use an assistant: roles, people, and the answer to who can see it in the end. */
export function AccessPanel({ assistantId }: { assistantId: string }) {
  const { admin, api } = useAdminApi();
  const query = useQuery(admin.grantsQuery(api, assistantId));
  const { data } = query;
  if (!data)
    return (
      <UnreadPanel
        query={query}
        failureTitle="Failed to load access"
        rows={5}
        label="Loading access"
      />
    );
  return (
    <>
      <RoleGrants assistantId={assistantId} grants={data.roleGrants} />
      <AddUsers assistantId={assistantId} granted={data.userGrants} />
      <UserGrants assistantId={assistantId} grants={data.userGrants} />
      <WhoCanSee kind="assistant" id={assistantId} />
    </>
  );
}
