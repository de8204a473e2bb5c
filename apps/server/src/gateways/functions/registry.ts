import {
  createConversationsHandler,
  sweepTurns,
} from '../../../../../supabase/functions/conversations/handler.ts';
import { sweepFiles } from '../../../../../supabase/functions/conversations/sweep-files.ts';
import { readWaitingDocuments } from '../../../../../supabase/functions/conversations/document-reading.ts';
import { createAuditHandler } from '../../../../../supabase/functions/audit/handler.ts';
import { sweepAudit } from '../../../../../supabase/functions/audit/sweep-audit.ts';
import { createSecurityScanHandler } from '../../../../../supabase/functions/security-scan/handler.ts';
import type { FunctionModule } from './function-handler.ts';

/** The functions of this server under /functions/v1/<name>. */
export const FUNCTIONS: Readonly<Record<string, FunctionModule>> = {
  conversations: {
    createHandler: createConversationsHandler,
    // If this is the only process on its data, every reply that is still marked as running has lost its writer.
    start: async (environment, dependencies, { solitary }) => {
      await sweepTurns(environment, dependencies, solitary ? { olderThanMs: 0 } : {});
      dependencies.waitUntil(readWaitingDocuments(environment, dependencies, { isOnly: solitary }));
    },
    rescue: async (environment, dependencies) => {
      await sweepTurns(environment, dependencies);
      // Not awaited: reading takes longer than the interval.
      dependencies.waitUntil(readWaitingDocuments(environment, dependencies));
    },
    sweep: sweepFiles,
  },
  audit: { createHandler: createAuditHandler, sweep: sweepAudit },
  'security-scan': { createHandler: createSecurityScanHandler },
};
