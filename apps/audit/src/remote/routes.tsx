import { WithAuditApi } from '../api';
import { AuditScreen } from '../screen';

/** The audit log, for the section that this remote contributes to the administration. */
export default function AuditRoutes() {
  return (
    <WithAuditApi>
      <AuditScreen />
    </WithAuditApi>
  );
}
