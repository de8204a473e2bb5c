import { WithAuditApi } from '../api/audit-api';
import { AuditScreen } from '../screen/audit-screen';

/** The audit log, for the section that this remote contributes to the administration. */
export default function AuditRoutes() {
  return (
    <WithAuditApi>
      <AuditScreen />
    </WithAuditApi>
  );
}
