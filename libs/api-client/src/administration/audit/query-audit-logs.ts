import type { AuditFilterInput, AuditLog } from '@homie/contracts';
import { auditFilterSchema, auditLogSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import type { Counted } from '../ask-rest';
import { checked } from '../checked';
import { pageRange } from '../page-range';
import { askAudit } from './ask-audit';

const COLUMNS = Object.keys(auditLogSchema.shape).join(', ');

/** An audit filter without its keyword, which only the database's own search can match. */
export type AuditQuery = Omit<AuditFilterInput, 'q'>;

/**
 * One page of the audit log with the exact number of all rows that fit; `from` is included, `to` is not.
 * What a row speaks of is its own copy, so it reads the same after the person or the assistant is gone.
 */
export function queryAuditLogs(api: Api, filter: AuditQuery): Promise<Counted<AuditLog[]>> {
  const { from, to, userId, assistantId, participantId, conversationId, actions, ...paging } =
    checked(auditFilterSchema, filter);
  return askAudit(api, z.array(auditLogSchema), (rest) => {
    let query = rest.from('audit_logs').select(COLUMNS, { count: 'exact' });
    if (from !== undefined) query = query.gte('created_at', from);
    if (to !== undefined) query = query.lt('created_at', to);
    if (userId !== undefined) query = query.eq('user_id', userId);
    if (assistantId !== undefined) query = query.eq('assistant_id', assistantId);
    if (participantId !== undefined) query = query.eq('participant_id', participantId);
    if (conversationId !== undefined) query = query.eq('conversation_id', conversationId);
    if (actions !== undefined && actions.length > 0) query = query.in('action', actions);
    const ascending = paging.sort === 'created_at_asc';
    return query
      .order('created_at', { ascending })
      .order('id', { ascending })
      .range(...pageRange(paging.page, paging.pageSize));
  });
}
