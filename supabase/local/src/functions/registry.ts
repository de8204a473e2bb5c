import {
  createConversationsHandler,
  sweepTurns,
} from '../../../functions/conversations/handler.ts';
import { sweepFiles } from '../../../functions/conversations/sweep-files.ts';
import { createAuditHandler } from '../../../functions/audit/handler.ts';
import { sweepAudit } from '../../../functions/audit/sweep-audit.ts';
import { createSecurityScanHandler } from '../../../functions/security-scan/handler.ts';
import type { FunctionModule } from './function-handler.ts';

/** The functions that this server answers under /functions/v1/<name>. */
export const FUNCTIONS: Readonly<Record<string, FunctionModule>> = {
  conversations: {
    createHandler: createConversationsHandler,
    // Alone on its data, every reply that is still marked as running has lost its writer.
    start: (environment, dependencies, { solitary }) =>
      sweepTurns(environment, dependencies, solitary ? { olderThanMs: 0 } : {}),
    rescue: (environment, dependencies) => sweepTurns(environment, dependencies),
    sweep: sweepFiles,
  },
  audit: { createHandler: createAuditHandler, sweep: sweepAudit },
  'security-scan': { createHandler: createSecurityScanHandler },
};
