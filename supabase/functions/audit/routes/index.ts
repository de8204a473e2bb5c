import type { Route } from '../../_shared/http/router.ts';
import type { AuditContext } from '../context.ts';
import { startExport } from './start-export.ts';
import { startVerification } from './start-verification.ts';
import { finishExport } from './finish-export.ts';
import { listKeys } from './list-keys.ts';
import { readRetention } from './read-retention.ts';

/** Every endpoint of the function. */
export const routes: readonly Route<AuditContext>[] = [
  { method: 'GET', pattern: '/keys', handle: listKeys },
  { method: 'GET', pattern: '/retention', handle: readRetention },
  { method: 'POST', pattern: '/verifications', handle: startVerification },
  { method: 'POST', pattern: '/exports', handle: startExport },
  { method: 'POST', pattern: '/exports/:id/manifest', handle: finishExport },
];
