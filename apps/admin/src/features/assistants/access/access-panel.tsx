import { useQuery } from '@homie/api-client';
import { useAdminApi } from '../../../data/admin-api';
import { UnreadPanel } from '../../../records/unread-panel';
import { WhoCanSee } from '../../../records/who-can-see';
import { AddUsers } from './add-users';
import { RoleGrants } from './role-grants';
import { UserGrants } from './user-grants';

/** Renders the access to an assistant: granted roles, granted users, and everyone who can see it as a result. */
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
