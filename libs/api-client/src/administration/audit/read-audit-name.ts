import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { lookUp } from './query-audit';

/** The subjects that a filter can reference, with the table and the column of their names. */
const NAMES = {
  user: { table: 'users', column: 'email' },
  assistant: { table: 'assistants', column: 'label' },
  participant: { table: 'participants', column: 'display_name' },
} as const;

/** The kind of a subject that a filter can reference. */
export type AuditSubject = keyof typeof NAMES;

const nameRows = z.array(z.object({ name: z.string() }));

/** Returns the current name of a subject that a filter references by its id, e.g. in a link; null if it was deleted. */
export async function readAuditName(
  api: Api,
  subject: AuditSubject,
  id: string,
): Promise<string | null> {
  const { table, column } = NAMES[subject];
  const [row] = await lookUp(api, nameRows, (rest) =>
    rest.from(table).select(`name:${column}`).eq('id', id),
  );
  return row?.name ?? null;
}
