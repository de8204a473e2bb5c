import {
  createConversationsHandler,
  sweepTurns,
} from '../../../../../supabase/functions/conversations/handler.ts';
import { sweepFiles } from '../../../../../supabase/functions/conversations/sweep-files.ts';
import { createAuditHandler } from '../../../../../supabase/functions/audit/handler.ts';
import { sweepAudit } from '../../../../../supabase/functions/audit/sweep-audit.ts';
import { createSecurityScanHandler } from '../../../../../supabase/functions/security-scan/handler.ts';
import type { FunctionModule } from './function-handler.ts';

/** The functions of this server under /functions/v1/<name>. */
export const FUNCTIONS: Readonly<Record<string, FunctionModule>> = {
  conversations: {
    createHandler: createConversationsHandler,
    // If this is the only process on its data, every reply that is still marked as running has lost its writer.
    start: (environment, dependencies, { solitary }) =>
      sweepTurns(environment, dependencies, solitary ? { olderThanMs: 0 } : {}),
    rescue: (environment, dependencies) => sweepTurns(environment, dependencies),
    sweep: sweepFiles,
  },
  audit: { createHandler: createAuditHandler, sweep: sweepAudit },
  'security-scan': { createHandler: createSecurityScanHandler },
};
