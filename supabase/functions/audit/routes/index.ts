import type { Route } from '../../_shared/http/router.ts';
import type { AuditContext } from '../context.ts';
import { beginExport } from './begin-export.ts';
import { beginVerification } from './begin-verification.ts';
import { finishExport } from './finish-export.ts';
import { listKeys } from './list-keys.ts';
import { readRetention } from './read-retention.ts';

/** Every endpoint of the function. */
export const routes: readonly Route<AuditContext>[] = [
  { method: 'GET', pattern: '/keys', handle: listKeys },
  { method: 'GET', pattern: '/retention', handle: readRetention },
  { method: 'POST', pattern: '/verifications', handle: beginVerification },
  { method: 'POST', pattern: '/exports', handle: beginExport },
  { method: 'POST', pattern: '/exports/:id/manifest', handle: finishExport },
];
