import { AppError } from '@homie/contracts/requests';
import type { DataClient } from '../_shared/http/data-access.ts';
import type { AuditSettings } from './audit-settings.ts';
import type { CheckpointContext } from './checkpoint-context.ts';

/** Context shared by all callers. */
export interface ServerContext extends CheckpointContext {
  /** Acts as the server. */
  server: DataClient;
  settings: AuditSettings;
}

/** Context of an endpoint. */
export interface AuditContext extends ServerContext {
  userId: string;
}

/** @throws AppError 'admin_required' if the database reports that the caller is no administrator */
export function requireOutcome(outcome: string): void {
  if (outcome === 'admin_required') throw new AppError('admin_required');
}
