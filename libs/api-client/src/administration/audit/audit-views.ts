import type { AuditView, AuditViewInput } from '@homie/contracts';
import { auditViewInputSchema, auditViewSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { parseInput } from '../parse-input';
import { changeAudit } from './query-audit';

const COLUMNS =
  'id, user_id, name, query, shared, created_at, owner:users(email, role:roles(name))';
const wording = { unique: 'You already have a view with that name.' };

/** Lists the user's own views and those that other administrators share, by name. */
export function listAuditViews(api: Api): Promise<AuditView[]> {
  return changeAudit(api, z.array(auditViewSchema), (rest) =>
    rest.from('audit_views').select(COLUMNS).order('name').order('id'),
  );
}

/**
 * Saves a view.
 * @param id of the user's own view that it replaces; none for a new view
 * @throws ApiError with the failed rules as 'path: message', 'You already have a view with that name.' or 'View not
 *   found'
 */
export async function saveAuditView(
  api: Api,
  input: AuditViewInput,
  id?: string,
): Promise<AuditView> {
  const row = parseInput(auditViewInputSchema, input);
  const saved = await changeAudit(
    api,
    z.nullable(auditViewSchema),
    (rest) => {
      const views = rest.from('audit_views');
      return id === undefined
        ? views.insert(row).select(COLUMNS).single()
        : views.update(row).eq('id', id).select(COLUMNS).maybeSingle();
    },
    wording,
  );
  if (!saved) throw new ApiError('not_found', 'View not found', 404);
  return saved;
}

/** Deletes a view: the user's own, or a shared one of a former administrator. Any other view is not affected. */
export async function deleteAuditView(api: Api, id: string): Promise<void> {
  await changeAudit(api, ignoredAnswer, (rest) => rest.from('audit_views').delete().eq('id', id));
}
