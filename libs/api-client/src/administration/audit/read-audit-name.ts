import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { lookUp } from './query-audit';

/** What a filter can name, and where its name stands. */
const NAMES = {
  user: { table: 'users', column: 'email' },
  assistant: { table: 'assistants', column: 'label' },
  participant: { table: 'participants', column: 'display_name' },
} as const;

/** Whom or what a filter names. */
export type AuditSubject = keyof typeof NAMES;

const nameRows = z.array(z.object({ name: z.string() }));

/** The present name of what a filter names by its id, e.g. in a link; null where it is gone. */
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
